import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the server does nothing else, in milliseconds. */
const PIECE_MS = 10;

/** Runs steps to their end, and answers other calls between them. */
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
