"use strict";
(() => {
  const root = document.documentElement;
  document.getElementById("theme").addEventListener("click", () => {
    const own = root.dataset.theme;
    const dark = own ? own === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  for (const box of document.querySelectorAll(".table")) {
    const body = box.querySelector("tbody");
    const heads = [...box.querySelectorAll("thead th")];
    heads.forEach((head, column) => {
      head.querySelector("button").addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const turned = now === "ascending" ? "descending" : "ascending";
        // The first click sorts names in the order of the model, and numbers from the largest.
        const first = column ? "descending" : "ascending";
        const next = now ? turned : first;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", next);
        const sign = next === "ascending" ? 1 : -1;
        const key = (row) => parseFloat(row.cells[column].dataset.v);
        const rows = [...body.rows].map((row) => [key(row), row]);
        // A cell without a number comes last in both directions.
        rows.sort(([a], [b]) => isNaN(a) - isNaN(b) || sign * (a - b) || 0);
        body.append(...rows.map(([, row]) => row));
      });
    });
    const status = box.querySelector("[role=status]");
    box.querySelector("input").addEventListener("input", (event) => {
      const wanted = event.target.value.toLowerCase();
      let shown = 0;
      for (const row of body.rows) {
        row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
        shown += row.hidden ? 0 : 1;
      }
      status.hidden = !wanted;
      status.textContent = `${shown} of ${body.rows.length} rows`;
    });
  }
})();
