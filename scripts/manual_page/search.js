// Search over all pages, in the browser: every word must occur; titles count more than text.
"use strict";
(() => {
  const input = document.getElementById("words"), found = document.getElementById("found");
  const folded = PAGES.map((page) => ({ ...page, low: page.text.toLowerCase(), name: `${page.title} ${page.url}`.toLowerCase() }));

  function score(page, words) {
    let sum = 0;
    for (const word of words) {
      const times = page.low.split(word).length - 1, named = page.name.includes(word);
      if (times === 0 && !named) return 0;
      sum += Math.min(times, 20) + (named ? 50 : 0);
    }
    return sum;
  }

  function excerpt(page, words) {
    const at = Math.max(0, ...words.map((word) => page.low.indexOf(word))), begin = Math.max(0, at - 80);
    return `${begin > 0 ? "…" : ""}${page.text.slice(begin, at + 140)}…`;
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0;
    const hits = words.length ? folded.map((page) => [score(page, words), page]).filter(([points]) => points > 0) : [];
    hits.sort((a, b) => b[0] - a[0]);
    found.replaceChildren(...hits.slice(0, 12).map(([, page]) => {
      const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
      link.href = UP + page.url;
      link.textContent = page.title;
      text.textContent = excerpt(page, words);
      item.append(link, text);
      return item;
    }));
    if (words.length && hits.length === 0) found.append(Object.assign(document.createElement("li"), { textContent: "nothing found" }));
  }

  input.addEventListener("input", show);
  document.getElementById("search").addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape") {
      input.value = "";
      show();
    }
  });
})();
