/** Browsers report an observer that is called once more in the next frame; nothing has gone wrong. */
const RESIZE_OBSERVER = /^ResizeObserver loop /;

/** What browsers report as an error though it is none: nothing to tell anybody about. */
export function isNoise(name: string, message: string): boolean {
  return name === 'AbortError' || RESIZE_OBSERVER.test(message);
}
