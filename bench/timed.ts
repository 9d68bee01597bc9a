import { percentiles, type Percentiles } from './percentiles.ts';

/** Duration in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** Durations of several calls in a row, in milliseconds, after some that aren't counted. */
export async function timedInRow(
  act: () => Promise<unknown>,
  { warmUp, times }: { warmUp: number; times: number },
): Promise<Percentiles> {
  for (let n = 0; n < warmUp; n += 1) await act();
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) taken.push(await timed(act));
  return percentiles(taken);
}
