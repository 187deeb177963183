// Forms that ask put into the address what was chosen: each value of a field once, and no empty ones. Where the place of
// a value counts, the form says so: <form data-whole>.

document.addEventListener("formdata", ({ target, formData }) => {
  if (target.method !== "get" || target.dataset.whole !== undefined) return;
  for (const name of new Set(formData.keys())) {
    const values = new Set(formData.getAll(name).filter((value) => value !== ""));
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
});
