// Fills "Why did job … wait?" with the job that is pinned in the charts; an answer that is shown follows it.

document.addEventListener("gantt:pin", ({ target, detail }) => {
  const form = target.querySelector("form[data-why]");
  if (!form || detail.job === null || form.elements.job.value === detail.job) return;
  form.elements.job.value = detail.job;
  if (target.querySelector(".why-answer")?.childElementCount) form.requestSubmit();
});
