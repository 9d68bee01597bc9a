import { UnavailableError } from '#server/errors.ts';

/**
 * Calls per second by a number of concurrent callers, each of which starts its next call when the previous one is done.
 * Calls that get no connection in time, because too many wait for one, are reported and not counted.
 * @param act receives the number of the call
 */
export async function throughput(
  callers: number,
  seconds: number,
  act: (call: number) => Promise<void>,
): Promise<number> {
  let done = 0;
  let next = 0;
  let refused = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      next += 1;
      try {
        await act(next);
        done += 1;
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  if (refused > 0) process.stdout.write(`(${refused} calls of ${callers} callers got no connection in time)\n`);
  return (done * 1000) / (performance.now() - began);
}
