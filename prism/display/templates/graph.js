"use strict";
(() => {
  const svg = document.querySelector("svg.graph");
  const page = document.querySelector("aside");
  const units = [...svg.querySelectorAll(".unit")];
  const named = new Map(units.map((unit) => [unit.dataset.node, unit]));
  const edges = [...svg.querySelectorAll(".edge")];
  const reach = edges.filter((edge) => edge.classList.contains("reach"));

  // Lines were broken for common fonts; one that is too long in the font that is here is squeezed.
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const fit = (line, room) => {
    const style = getComputedStyle(line);
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const spacing = (parseFloat(style.letterSpacing) || 0) * line.textContent.length;
    if (pen.measureText(line.textContent).width + spacing <= room) return;
    line.setAttribute("textLength", room);
    line.setAttribute("lengthAdjust", "spacingAndGlyphs");
  };
  const MARGIN = 6; // least space between a line and the side of its box
  const LABEL = 84; // what a label over the end of an arrow may take (STUB in geometry.py)
  for (const unit of units) {
    const box = unit.querySelector(".box");
    const end = box.x.baseVal.value + box.width.baseVal.value - MARGIN;
    for (const line of unit.querySelectorAll("text")) fit(line, end - line.x.baseVal[0].value);
  }
  for (const edge of edges) for (const label of edge.querySelectorAll("text")) fit(label, LABEL);

  // What is in sight: the whole drawing, or a part of it. Lengths are in the drawing's own units.
  const FAR = 0.6; // below this scale a unit shows its first words in large letters
  const READABLE = 0.95;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const whole = { x: 0, y: 0, width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
  let sight = null; // null: the whole
  let gliding = 0;
  const room = () => ({ width: svg.clientWidth || innerWidth, height: svg.clientHeight || innerHeight });
  const fitting = () => {
    const { width, height } = room();
    const scale = Math.min(1.25, width / whole.width, height / whole.height);
    const [w, h] = [width / scale, height / scale];
    return { x: (whole.width - w) / 2, y: h > whole.height ? Math.min(0, (whole.height - h) / 4) : 0,
      width: w, height: h };
  };
  const current = () => sight ?? fitting();
  const scale = () => room().width / current().width;
  const show = ({ x, y, width, height }) => svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  const look = (next) => {
    const from = svg.viewBox.baseVal;
    const before = { x: from.x, y: from.y, width: from.width, height: from.height };
    sight = next;
    svg.classList.toggle("far", scale() < FAR);
    cancelAnimationFrame(gliding);
    const to = current();
    if (still.matches) return show(to);
    const start = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / 180));
      const eased = 1 - (1 - part) ** 3;
      const mid = (side) => before[side] + (to[side] - before[side]) * eased;
      show({ x: mid("x"), y: mid("y"), width: mid("width"), height: mid("height") });
      if (part < 1) gliding = requestAnimationFrame(step);
    };
    gliding = requestAnimationFrame(step);
  };
  const settle = () => {
    if (sight) {
      const kept = scale();
      const { width, height } = room();
      sight = { ...sight, width: width / kept, height: height / kept };
    }
    svg.classList.toggle("far", scale() < FAR);
    show(current());
  };
  const zoom = (to, x, y) => {
    const now = current();
    const { width, height } = room();
    const [cx, cy] = [x ?? now.x + now.width / 2, y ?? now.y + now.height / 2];
    const next = Math.min(3, Math.max(0.1, to));
    const [w, h] = [width / next, height / next];
    look({ x: cx - ((cx - now.x) / now.width) * w, y: cy - ((cy - now.y) / now.height) * h,
      width: w, height: h });
  };
  const boxOf = (unit) => unit.querySelector(".box").getBBox();
  const hidden = () => {
    // How much of the drawing the panel covers, in screen pixels.
    if (!page || page.hidden) return { right: 0, below: 0 };
    const covered = page.getBoundingClientRect();
    const beside = covered.height > svg.clientHeight * 0.8;
    return beside ? { right: covered.width, below: 0 } : { right: 0, below: covered.height };
  };
  const reveal = (unit) => {
    const box = boxOf(unit);
    const covered = hidden();
    const { width, height } = room();
    const near = scale() < FAR ? READABLE : scale();
    const [w, h] = [(width - covered.right) / near, (height - covered.below) / near];
    const now = current();
    const margin = 24;
    let { x, y } = now;
    if (near !== scale()) {
      [x, y] = [box.x + box.width / 2 - w / 2, box.y + box.height / 2 - h / 2];
    } else {
      x = Math.min(box.x - margin, Math.max(x, box.x + box.width + margin - w));
      y = Math.min(box.y - margin, Math.max(y, box.y + box.height + margin - h));
      if (x === now.x && y === now.y) return;
    }
    look({ x, y, width: width / near, height: height / near });
  };

  // Causes and effects of the unit in focus.
  const middle = (unit) => {
    const box = boxOf(unit);
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
  const tell = (node) => {
    page.hidden = node === null;
    for (const entry of page.querySelectorAll("article")) {
      entry.hidden = entry.dataset.node !== node;
    }
    page.scrollTop = 0;
    for (const piece of document.querySelectorAll("mark[data-nodes]")) {
      piece.classList.toggle("on", piece.dataset.nodes.split(" ").includes(node));
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
    if (page) tell(node);
    reveal(unit);
  };
  const leave = () => {
    clear();
    if (page) tell(null);
    document.activeElement?.blur();
    look(null);
  };
  const go = (unit) => unit?.focus({ preventScroll: true });

  // The keyboard.
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
      .filter((other) => Math.abs(middle(other).x - here.x) < boxOf(unit).width / 2)
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
  const closer = () => zoom(scale() * 1.25);
  const further = () => zoom(scale() / 1.25);
  const commands = { "+": closer, "=": closer, "-": further, 0: () => look(null), Escape: leave };
  const plainKey = (event) => !(event.ctrlKey || event.metaKey || event.altKey);
  for (const unit of units) {
    unit.addEventListener("focus", () => trace(unit));
    unit.addEventListener("click", () => go(unit));
    unit.addEventListener("keydown", (event) => {
      const move = moves[event.key];
      if (!move || !plainKey(event)) return;
      event.preventDefault();
      go(move(unit));
    });
  }
  document.addEventListener("keydown", (event) => {
    const command = commands[event.key];
    if (!command || !plainKey(event) || event.target.matches("input")) return;
    event.preventDefault();
    command();
  });

  // The pointer: drag to move, wheel with Ctrl (or pinch on a touch pad) to zoom.
  let grip = null;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest(".unit")) return;
    grip = { x: event.clientX, y: event.clientY, from: current() };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const by = grip.from.width / room().width;
    sight = { ...grip.from, x: grip.from.x - (event.clientX - grip.x) * by,
      y: grip.from.y - (event.clientY - grip.y) * by };
    show(sight);
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (grip = null));
  svg.addEventListener("wheel", (event) => {
    if (page && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const now = current();
    const frame = svg.getBoundingClientRect();
    zoom(scale() * Math.exp(-event.deltaY / 300),
      now.x + ((event.clientX - frame.x) / frame.width) * now.width,
      now.y + ((event.clientY - frame.y) / frame.height) * now.height);
  }, { passive: false });

  svg.classList.add("filling");
  addEventListener("resize", settle);
  addEventListener("beforeprint", () => show(whole));
  addEventListener("afterprint", settle);
  settle();
  if (!page) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (link) go(named.get(link.dataset.go));
  });
  const plain = document.getElementById("plain");
  const relations = () => svg.classList.toggle("no-plain", !plain.checked);
  plain.addEventListener("change", relations);
  relations();
  document.getElementById("closer").addEventListener("click", closer);
  document.getElementById("further").addEventListener("click", further);
  document.getElementById("fit").addEventListener("click", () => look(null));
  document.getElementById("close").addEventListener("click", leave);
})();
