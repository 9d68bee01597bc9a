import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpClient } from '@merchant-console/ra-provider';
import { gate } from '#tests/support/gate.ts';

/** Starts a server on a free local port for one test. Returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

/** A client over the real `fetch`. */
const clientWith = (timeoutMs: number) =>
  createHttpClient({
    fetch: (input, init) => fetch(input, init),
    settings: { clientAddressHeader: 'X-Client-Address', tokenHeader: 'X-Token' },
    session: { getToken: () => null, clear: () => {} },
    getLanguage: () => 'en',
    getClientAddress: () => '',
    timeoutMs,
    onSessionEnded: () => {},
  });
const httpClient = clientWith(30_000);
/** Has a timeout short enough to wait for. */
const impatient = clientWith(100);

const HALF_AN_ANSWER = '{"code":0,"msg":"",';

describe('over a real connection', () => {
  it('a response that never begins times out', async () => {
    const url = await serve(() => {});
    await expect(impatient(url)).rejects.toMatchObject({
      kind: 'timeout',
      message: 'timeout of 100ms exceeded',
      messageKey: 'errors.timeout',
      messageArgs: { ms: 100 },
      status: 0,
      code: null,
    });
  });

  it('a response that never ends times out', async () => {
    const url = await serve((_, response) => response.write(HALF_AN_ANSWER));
    await expect(impatient(url)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('a response that is cut off is a network error', async () => {
    const url = await serve((_, response) => {
      response.write(HALF_AN_ANSWER, () => response.destroy());
    });
    await expect(httpClient(url)).rejects.toMatchObject({ kind: 'network', message: 'Network Error' });
  });

  it('a port without a server is a network error', async () => {
    await expect(httpClient('http://127.0.0.1:1/')).rejects.toMatchObject({ kind: 'network' });
  });

  it('an abort during the response closes the connection', async () => {
    const begun = gate();
    const closed = gate();
    const url = await serve((request, response) => {
      request.on('close', closed.open);
      response.write(HALF_AN_ANSWER);
      begun.open();
    });
    const controller = new AbortController();
    const answer = httpClient(url, { signal: controller.signal });
    await begun.opened;
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await closed.opened;
  });
});
