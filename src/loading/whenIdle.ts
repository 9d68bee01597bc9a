/** Not all browsers tell when they are idle; there it is this much later, in milliseconds. */
const IDLE_AFTER = 300;

/** Calls `act` when the page has nothing else to do; the returned function takes that back. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, IDLE_AFTER);
  return () => clearTimeout(timer);
}
