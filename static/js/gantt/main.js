// Starts the linked Gantt charts of every <section data-gantt>.

import { Gantt } from "./gantt.js";
import "./why.js";

for (const section of document.querySelectorAll("section[data-gantt]")) {
  const config = JSON.parse(document.getElementById(section.dataset.configId).textContent);
  new Gantt(section, config).start();
}
