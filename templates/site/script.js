"use strict";
(() => {
  const SHOWN = 40;
  const form = document.querySelector(".search");
  const field = document.getElementById("q");
  const held = document.getElementById("known");
  const canvas = document.querySelector(".canvas");
  if (canvas) {
    const end = canvas.querySelector(".box.target");
    canvas.scrollLeft = canvas.scrollWidth;
    canvas.scrollTop = end.getBoundingClientRect().top - canvas.getBoundingClientRect().top - canvas.clientHeight / 2;
  }
  const tree = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = tree && tree.closest("details");
  if (folded) { folded.open = true; }
  if (!form) { return; }
  form.hidden = false;

  document.addEventListener("keydown", (event) => {
    const busy = /^(input|textarea|select)$/i.test(document.activeElement.tagName);
    if (event.key === "/" && !busy && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
  });
  if (!held) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      location.href = document.body.dataset.front + "#q=" + encodeURIComponent(field.value);
    });
    return;
  }

  const { kinds, known } = JSON.parse(held.textContent);
  const folds = known.map((entry) => (entry[2] + " " + entry[1]).toLowerCase());
  const found = document.getElementById("found");
  const list = found.querySelector("ol");
  const rest = found.querySelector("p");

  function hits(asked) {
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    const ranked = [];
    for (let at = 0; at < known.length; at += 1) {
      if (!words.every((word) => folds[at].includes(word))) { continue; }
      const name = known[at][1].toLowerCase();
      const rank = name === words[0] ? 0 : name.endsWith("." + words[0]) ? 1 : name.includes(words[0]) ? 2 : 3;
      ranked.push([rank, at]);
    }
    return ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((pair) => known[pair[1]]);
  }

  function row([kind, name, of, address]) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const code = document.createElement("code");
    code.textContent = name;
    link.href = address;
    link.append(code);
    const said = document.createElement("span");
    said.textContent = of ? kinds[kind] + " · " + of : kinds[kind];
    item.append(link, said);
    return item;
  }

  function show() {
    const asked = field.value.trim();
    found.hidden = !asked;
    if (!asked) { list.replaceChildren(); rest.textContent = ""; return; }
    const all = hits(asked);
    list.replaceChildren(...all.slice(0, SHOWN).map(row));
    const left = all.length - SHOWN;
    rest.textContent = !all.length ? form.dataset.none : left > 0 ? form.dataset.more.replace("#", left) : "";
  }

  function asked() {
    if (location.hash.startsWith("#q=")) {
      field.value = decodeURIComponent(location.hash.slice(3));
      show();
    }
  }

  field.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) { first.click(); }
  });
  window.addEventListener("hashchange", asked);
  asked();
})();
