/** Origin at which the tests pretend to serve the console. */
export const CONSOLE_ORIGIN = 'https://console.test';

/** The request that a page at `CONSOLE_ORIGIN` would send. */
export function requestOf(...[input, init]: Parameters<typeof globalThis.fetch>): Request {
  return new Request(typeof input === 'string' ? new URL(input, CONSOLE_ORIGIN) : input, init);
}
