/**
 * What will happen, soonest first; of things at the same time, the one planned first. Kept sorted, since at any time
 * only what is under way is in it: some thousands of things at a million orders a year.
 */
export class Timeline<T> {
  /** Latest first, so that taking the soonest moves nothing. */
  readonly #planned: { at: number; happening: T }[] = [];

  plan(at: number, happening: T): void {
    let low = 0;
    let high = this.#planned.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#planned[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#planned.splice(low, 0, { at, happening });
  }

  /** Takes out the soonest, or undefined when nothing is planned. */
  take(): T | undefined {
    return this.#planned.pop()?.happening;
  }
}
