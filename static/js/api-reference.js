// Draws the reference of the API; requests that are tried out carry the page's CSRF token.

import { isDark, onTheme } from "./theme.js";

const place = document.getElementById("reference");

function shade() {
  document.documentElement.classList.toggle("dark-mode", isDark());
}

shade();
onTheme(shade);
SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: false,
  validatorUrl: null,
  requestInterceptor(request) {
    if (new URL(request.url, location.href).origin === location.origin) {
      request.headers["X-CSRFToken"] = place.dataset.csrf;
    }
    return request;
  },
});
