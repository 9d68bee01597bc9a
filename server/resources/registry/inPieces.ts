import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time without yielding to the event loop, in milliseconds. */
const PIECE_MS = 10;

/** Runs a generator to its end, yielding to the event loop between steps. */
export async function inPieces<T>(steps: Generator<void, T, void>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < PIECE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
