import { percentiles, type Percentiles } from './percentiles.ts';

/** How long it takes, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** The same for so many in a row, after some that do not count. */
export async function timedInRow(
  act: () => Promise<unknown>,
  { warmUp, times }: { warmUp: number; times: number },
): Promise<Percentiles> {
  for (let n = 0; n < warmUp; n += 1) await act();
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) taken.push(await timed(act));
  return percentiles(taken);
}
