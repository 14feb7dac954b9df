"use strict";
(() => {
  const svg = document.querySelector("svg.graph");
  const units = [...svg.querySelectorAll(".unit")];
  const named = new Map(units.map((unit) => [unit.dataset.node, unit]));
  const edges = [...svg.querySelectorAll(".edge")];
  const reach = edges.filter((edge) => edge.classList.contains("reach"));
  const page = document.querySelector("aside");

  const middle = (unit) => {
    const box = unit.getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const spread = (start, from, to) => {
    const found = new Set([start]);
    for (const node of found) {
      for (const edge of reach) if (edge.dataset[from] === node) found.add(edge.dataset[to]);
    }
    return found;
  };
  const clear = () => {
    svg.classList.remove("tracing");
    for (const part of document.querySelectorAll(".on, .upstream, .downstream")) {
      part.classList.remove("on", "upstream", "downstream");
    }
  };
  const trace = (unit) => {
    clear();
    const node = unit.dataset.node;
    const up = spread(node, "to", "from");
    const down = spread(node, "from", "to");
    svg.classList.add("tracing");
    for (const [name, other] of named) {
      if (!up.has(name) && !down.has(name)) continue;
      other.classList.add("on");
      if (name !== node) other.classList.add(down.has(name) ? "downstream" : "upstream");
    }
    for (const edge of edges) {
      const { from, to } = edge.dataset;
      const touches = from === node || to === node;
      const led = reach.includes(edge) &&
        ((up.has(from) && up.has(to)) || (down.has(from) && down.has(to)));
      if (touches || led) edge.classList.add("on");
      if (touches) for (const end of [from, to]) named.get(end).classList.add("on");
    }
    if (page) show(node);
  };
  const show = (node) => {
    for (const entry of page.querySelectorAll("article")) {
      entry.hidden = entry.dataset.node !== node;
    }
    for (const piece of document.querySelectorAll("mark[data-nodes]")) {
      piece.classList.toggle("on", piece.dataset.nodes.split(" ").includes(node));
    }
  };
  const go = (unit) => {
    if (!unit) return;
    unit.focus();
    unit.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const nearest = (unit, candidates) => {
    const here = middle(unit);
    const far = (other) => Math.abs(middle(other).y - here.y);
    return candidates.sort((one, other) => far(one) - far(other))[0];
  };
  const along = (unit, from, to) =>
    reach
      .filter((edge) => edge.dataset[from] === unit.dataset.node && edge.dataset[to] !== unit.dataset.node)
      .map((edge) => named.get(edge.dataset[to]));
  const inColumn = (unit, step) => {
    const here = middle(unit);
    const column = units
      .filter((other) => Math.abs(middle(other).x - here.x) < 5)
      .sort((one, other) => middle(one).y - middle(other).y);
    return column[column.indexOf(unit) + step];
  };
  const moves = {
    ArrowRight: (unit) => nearest(unit, along(unit, "from", "to")),
    ArrowLeft: (unit) => nearest(unit, along(unit, "to", "from")),
    ArrowDown: (unit) => inColumn(unit, 1),
    ArrowUp: (unit) => inColumn(unit, -1),
    Home: () => units[0],
    End: () => units[units.length - 1],
  };
  for (const unit of units) {
    unit.addEventListener("focus", () => trace(unit));
    unit.addEventListener("click", () => go(unit));
    unit.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        clear();
        unit.blur();
      }
      const move = moves[event.key];
      if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      go(move(unit));
    });
  }
  if (!page) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (link) go(named.get(link.dataset.go));
  });
  document.getElementById("plain").addEventListener("change", (event) => {
    svg.classList.toggle("no-plain", !event.target.checked);
  });
  const size = svg.viewBox.baseVal;
  let scale = 1;
  const zoom = (to) => {
    scale = Math.min(3, Math.max(0.1, to));
    svg.style.width = `${size.width * scale}px`;
    svg.style.height = `${size.height * scale}px`;
  };
  const fit = () => (svg.parentElement.clientWidth - 4) / size.width;
  document.getElementById("closer").addEventListener("click", () => zoom(scale * 1.25));
  document.getElementById("further").addEventListener("click", () => zoom(scale / 1.25));
  document.getElementById("actual").addEventListener("click", () => zoom(1));
  document.getElementById("fit").addEventListener("click", () => zoom(fit()));
  zoom(Math.min(1, Math.max(0.8, fit())));
})();
