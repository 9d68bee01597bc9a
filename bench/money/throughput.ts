/**
 * Calls per second by a number of concurrent callers, each of which starts its next call when the previous one is done.
 * @param act receives the number of the call
 */
export async function throughput(
  callers: number,
  seconds: number,
  act: (call: number) => Promise<void>,
): Promise<number> {
  let done = 0;
  let next = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      next += 1;
      await act(next);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (done * 1000) / (performance.now() - began);
}
