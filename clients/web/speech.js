const PAUSE = 1_500;

/** One live region, made empty at load. Messages wait their turn, at most one in 1.5 seconds; equal ones are spoken again. */
export class Speech {
  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
    /** @type {{ text: string, rank: number }[]} */
    this.waiting = [];
    this.timer = 0;
    this.last = 0;
    this.latest = "";
  }

  /** The higher the rank, the sooner; what is less important and still waits gives way to a decision. @param {string} text @param {number} rank */
  say(text, rank = 1) {
    if (!text) return;
    if (rank >= 10) this.waiting = this.waiting.filter((one) => one.rank >= 3 && one.rank < 10);
    this.waiting.push({ text, rank });
    if (!this.timer) this.timer = setTimeout(() => this.#next(), Math.max(0, this.last + PAUSE - Date.now()));
  }

  /** Everything that still waits in one message: what matters most first in time, decisions last. */
  #next() {
    this.timer = 0;
    const most = this.waiting.filter(({ rank }) => rank >= 3), said = most.length ? most : this.waiting;
    const text = said.slice(-6).map((one) => one.text).join(" ");
    this.waiting = [];
    this.last = Date.now();
    this.latest = text;
    this.region.textContent = "";
    setTimeout(() => { this.region.textContent = text; }, 60);
  }
}
