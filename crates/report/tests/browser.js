"use strict";
// Runs in a page after its own script: acts as a reader does, and writes the errors into the title.
addEventListener("load", () => {
  const wrong = window.wrong;
  const check = (is, words) => { if (!is) wrong.push(words); };
  const visible = (rows) => [...rows].filter((row) => row.getClientRects().length > 0);
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));

  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const figures = [...document.querySelectorAll("svg")];
  check(figures.length >= Number(window.figures), `${figures.length} figures`);
  for (const svg of figures) {
    const name = svg.getAttribute("aria-label") || "without a label";
    const box = svg.getBoundingClientRect();
    check(box.width > 40 && box.height > 20, `no room for: ${name}`);
    const drawn = svg.querySelector("path, circle");
    check(drawn, `nothing is drawn: ${name}`);
    if (!svg.classList.contains("fig")) continue;
    check(svg.getAttribute("aria-label"), "a figure without a label");
    const inside = svg.getBBox();
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const fits = inside.x > -6 && inside.y > -6 && inside.x + inside.width < width + 6 && inside.y + inside.height < height + 6;
    check(fits, `something is outside of the picture: ${name} ${[inside.x, inside.y, inside.width, inside.height].map(Math.round)} in ${width} ${height}`);
  }
  check(document.documentElement.scrollWidth <= innerWidth, `the page is wider than the window: ${document.documentElement.scrollWidth}`);

  const table = document.querySelector(".table");
  const heads = table.querySelectorAll("thead th");
  const rows = () => [...table.querySelectorAll("tbody tr")];
  const values = (column) => rows().map((row) => parseFloat(row.cells[column].dataset.v)).filter((value) => !isNaN(value));
  const sorted = (list, sign) => list.every((value, k) => k === 0 || sign * (value - list[k - 1]) >= 0);
  const count = rows().length;
  for (let column = 0; column < heads.length; column += 1) {
    const button = heads[column].querySelector("button");
    click(button);
    const first = heads[column].getAttribute("aria-sort");
    check(sorted(values(column), first === "ascending" ? 1 : -1), `column ${column} is not ${first}`);
    click(button);
    const second = heads[column].getAttribute("aria-sort");
    check(second && second !== first, `column ${column} is ${first}, then ${second}`);
    check(sorted(values(column), second === "ascending" ? 1 : -1), `column ${column} is not ${second}`);
  }
  check(table.querySelectorAll("[aria-sort]").length === 1, "several columns say that they are sorted");
  check(rows().length === count, "rows are lost by sorting");

  const input = table.querySelector("input");
  const search = (text) => { input.value = text; input.dispatchEvent(new Event("input", { bubbles: true })); return visible(rows()); };
  const name = rows()[0].cells[0].textContent;
  const part = name.slice(0, 4).toUpperCase();
  const wanted = rows().filter((row) => row.cells[0].textContent.toUpperCase().includes(part)).length;
  check(search(part).length === wanted && wanted > 0, `a search for ${part} leaves ${search(part).length}, not ${wanted}`);
  check(search("no such name").length === 0, "a search for nothing leaves something");
  check(search("").length === count, "an empty search leaves less than all");

  const colours = () => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".fig text")).fill].join();
  const before = colours();
  click(document.getElementById("theme"));
  const after = colours();
  check(before !== after, "the theme stays");
  click(document.getElementById("theme"));
  check(colours() === before, "the theme does not come back");

  check(performance.getEntriesByType("resource").length === 0, "the page loads something");
  for (const link of document.querySelectorAll("nav a")) {
    check(document.querySelector(link.getAttribute("href")), `a link to nothing: ${link.href}`);
  }
  document.title = wrong.length ? `WRONG ${wrong.join("; ")}` : `FINE ${figures.length} figures, ${count} rows`;
});
