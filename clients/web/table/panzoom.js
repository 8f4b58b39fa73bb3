/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const CLICK = 8, MOST = 6, TAP = 600;

/** Pan and zoom of an SVG by its viewBox: drag, pinch, Ctrl+wheel, buttons and keys. A drag shorter than 8 px stays a click. */
export class PanZoom {
  /** @param {SVGSVGElement} svg @param {Box} full @param {() => void} changed */
  constructor(svg, full, changed) {
    this.svg = svg;
    this.full = full;
    this.changed = changed;
    this.box = { ...full };
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.moved = 0;
    this.since = 0;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) svg.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    svg.addEventListener("click", (event) => this.#click(event), true);
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#show();
  }

  get scale() { return this.full.width / this.box.width; }

  fit() {
    this.box = { ...this.full };
    this.#show();
  }

  /** Zoom about the middle. @param {number} factor */
  by(factor) {
    const { x, y, width, height } = this.svg.getBoundingClientRect();
    this.#zoom(factor, x + width / 2, y + height / 2);
  }

  #show() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.changed();
  }

  /** @param {number} factor @param {number} clientX @param {number} clientY */
  #zoom(factor, clientX, clientY) {
    const { full, box } = this, width = Math.min(full.width, Math.max(full.width / MOST, box.width / factor)), k = width / box.width;
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    this.#go({ x: at.x - (at.x - box.x) * k, y: at.y - (at.y - box.y) * k, width, height: box.height * k });
  }

  /** @param {Box} box */
  #go(box) {
    const { x, y, width, height } = this.full;
    this.box = { ...box, x: Math.max(x, Math.min(box.x, x + width - box.width)), y: Math.max(y, Math.min(box.y, y + height - box.height)) };
    this.#show();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.fingers.size === 0) [this.moved, this.since] = [0, event.timeStamp];
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const old = this.fingers.get(event.pointerId);
    if (!old) return;
    const before = this.fingers.size === 2 ? this.#spread() : null;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.moved += Math.hypot(event.clientX - old.x, event.clientY - old.y);
    if (before) {
      const now = this.#spread();
      this.#zoom(now.d / before.d, now.x, now.y);
    } else if (this.moved > CLICK) this.#drag(event, old);
  }

  /** @param {PointerEvent} event @param {{ x: number, y: number }} old */
  #drag(event, old) {
    if (!this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
    const unit = 1 / (this.svg.getScreenCTM()?.a ?? 1);
    this.#go({ ...this.box, x: this.box.x - (event.clientX - old.x) * unit, y: this.box.y - (event.clientY - old.y) * unit });
  }

  #spread() {
    const [a, b] = [...this.fingers.values()];
    return { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  /** What was a drag, a pinch or a finger at rest is no click. @param {MouseEvent} event */
  #click(event) {
    const rested = event instanceof PointerEvent && event.pointerType === "touch" && event.timeStamp - this.since > TAP;
    if (this.moved <= CLICK && !rested) return;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }
}
