/**
 * What a page does beyond opening and closing: rows that do not match are hidden, and those above what matches are shown
 * and opened; what was open before is so again afterwards. JavaScript for the browser, which nothing compiles.
 */
export const pageScript = `
"use strict";
(() => {
  const [search, input, found, open, close] = ["search", "wanted", "found", "open", "close"].map((id) => document.getElementById(id));
  // Laying out more takes a browser seconds: then what was open stays so.
  const mostOpened = 1000;
  let rows;
  let isFiltered = false;
  let timer;

  const readRows = () => {
    const known = new Map();
    for (const element of document.querySelectorAll("section, li")) {
      const [first] = element.children;
      const details = first?.localName === "details" ? first : undefined;
      const shown = details === undefined ? first : details.firstElementChild.firstElementChild;
      const text = shown?.className === "text" ? shown.textContent.toLowerCase() : undefined;
      known.set(element, { element, details, text, parent: known.get(element.parentElement.closest("section, li")) });
    }
    return [...known.values()];
  };

  const filter = (wanted) => {
    rows ??= readRows();
    if (!isFiltered) for (const row of rows) row.wasOpen = row.details?.open;
    isFiltered = wanted !== "";
    for (const row of rows) {
      row.matches = isFiltered && row.text?.includes(wanted) === true;
      row.holdsMatch = false;
    }
    for (const row of rows.toReversed()) if (row.parent && (row.matches || row.holdsMatch)) row.parent.holdsMatch = true;
    const matching = rows.filter((row) => row.matches).length;
    for (const row of rows) {
      row.isBelowMatch = row.parent !== undefined && (row.parent.matches || row.parent.isBelowMatch);
      row.element.hidden = isFiltered && !row.matches && !row.holdsMatch && !row.isBelowMatch;
      if (row.details) row.details.open = isFiltered && matching <= mostOpened ? row.holdsMatch : row.wasOpen;
    }
    say(matching, rows.filter((row) => row.text !== undefined).length);
  };

  const say = (matching, all) => {
    const leftOut = found.dataset.leftOut === "0" ? "" : "; " + found.dataset.leftOut + " more are not in this page";
    found.value = isFiltered ? matching + " of " + all + (matching === 1 ? " rows matches" : " rows match") + leftOut : "";
  };

  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(() => filter(input.value.trim().toLowerCase()), 100);
  };
  const setAll = (isOpen) => {
    for (const details of document.querySelectorAll("details")) details.open = isOpen;
  };
  input.addEventListener("input", begin);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    begin();
  });
  open.addEventListener("click", () => setAll(true));
  close.addEventListener("click", () => setAll(false));
  search.hidden = false;
})();
`;

/** What the policy of the page lets through. A test computes it. */
export const pageScriptHash = "sha256-H+KHhIFjdTORGveFijI6giS/EmemfJ1BNAcsCgLstVg=";
