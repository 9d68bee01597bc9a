import type { Clock } from '#shared/clock.ts';

/** A clock that moves only when a test advances it. */
export class TestClock implements Clock {
  #now: number;

  constructor(start = '2026-11-20T04:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** @param step seconds; negative to go back */
  advance(step: number): void {
    this.#now += step * 1000;
  }
}
