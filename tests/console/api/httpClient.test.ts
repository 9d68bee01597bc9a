import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, createHttpClient, type HttpClientConfig } from '@merchant-console/ra-provider';
import { requestOf } from '@merchant-console/ra-provider/contracts';

const TOKEN = 'token-of-the-first-session'.padEnd(43, '.');
const OTHER_TOKEN = 'token-of-the-second-session'.padEnd(43, '.');
const URL_ASKED = '/prod-api/orders';

const envelope = (code: number, msg = '', data: unknown = null) => JSON.stringify({ code, msg, data });

interface Setup extends Partial<HttpClientConfig> {
  token?: string | null;
  answer?: () => Response | Promise<Response>;
}

function makeClient({ token = TOKEN, answer = () => new Response(envelope(0)), ...config }: Setup = {}) {
  const state = { token };
  const requests: Request[] = [];
  const endings: string[] = [];
  const clear = vi.fn<() => void>(() => {
    state.token = null;
  });
  const httpClient = createHttpClient({
    fetch: async (input, init) => {
      requests.push(requestOf(input, init));
      return answer();
    },
    settings: { clientAddressHeader: 'X-Client-Address', tokenHeader: 'X-Token' },
    session: { getToken: () => state.token, clear },
    getLanguage: () => 'zh',
    getClientAddress: () => '203.0.113.9',
    onSessionEnded: (message) => endings.push(message),
    ...config,
  });
  return { httpClient, state, requests, endings, clear };
}

/** Makes one call and returns its request headers. */
async function headersSent(setup: Setup, options?: RequestInit): Promise<Record<string, string>> {
  const { httpClient, requests } = makeClient(setup);
  await httpClient(URL_ASKED, options);
  expect(requests).toHaveLength(1);
  return Object.fromEntries(requests[0]?.headers ?? []);
}

describe('headers', () => {
  it('contain language, client address and, twice, the token', async () => {
    expect(await headersSent({})).toEqual({
      accept: 'application/json',
      'accept-language': 'zh',
      'x-client-address': '203.0.113.9',
      'x-token': TOKEN,
      authorization: `Bearer ${TOKEN}`,
    });
  });

  it('contain no token without a session, but always the client address', async () => {
    const headers = await headersSent({ token: null, getClientAddress: () => '' });
    expect(headers).toEqual({ accept: 'application/json', 'accept-language': 'zh', 'x-client-address': '' });
  });

  it('have the names from the settings', async () => {
    const settings = { clientAddressHeader: 'X-Where', tokenHeader: 'X-Who' };
    expect(await headersSent({ settings })).toMatchObject({ 'x-where': '203.0.113.9', 'x-who': TOKEN });
  });

  it.each([
    ['203.0.113.9\r\nX-Token: stolen', '203.0.113.9X-Token:stolen'],
    ['地址 10.0.0.1', '10.0.0.1'],
    ['x'.repeat(70_000), 'x'.repeat(64)],
  ])('omit an invalid client address (%#)', async (address, sent) => {
    expect(await headersSent({ getClientAddress: () => address })).toMatchObject({ 'x-client-address': sent });
  });

  it("keep the caller's own", async () => {
    const headers = await headersSent({}, { headers: { Range: 'orders=0-9', 'Idempotency-Key': 'k1' } });
    expect(headers).toMatchObject({ range: 'orders=0-9', 'idempotency-key': 'k1', 'x-token': TOKEN });
  });

  it('set the content type of strings to JSON, leave that of form data to the browser, and set none without a body', async () => {
    const type = async (options: RequestInit) => (await headersSent({}, options))['content-type'];
    expect(await type({ method: 'POST', body: '{}' })).toBe('application/json');
    expect(await type({ method: 'POST', body: new FormData() })).toMatch(/^multipart\/form-data; boundary=/);
    expect(await type({ method: 'DELETE', headers: { 'Content-Type': 'text/plain' } })).toBeUndefined();
  });
});

describe('answers', () => {
  it('of code 0 resolve to data, status and headers', async () => {
    const body = envelope(0, '', [{ id: '1' }]);
    const { httpClient } = makeClient({
      answer: () => new Response(body, { status: 201, headers: { 'Content-Range': 'orders 0-0/1' } }),
    });
    const { headers, ...answer } = await httpClient(URL_ASKED);
    expect(answer).toEqual({ status: 201, body, json: [{ id: '1' }] });
    expect(headers.get('Content-Range')).toBe('orders 0-0/1');
  });

  it.each([
    [200, 1],
    [200, 20000],
    [200, 40900],
    [409, 40900],
    [401, 40100],
    [500, -1],
  ])("of HTTP %i and code %i reject with the server's message and keep the session", async (status, code) => {
    const data = { error: 'some_error', request_id: 'r-1' };
    const answer = () => new Response(envelope(code, 'Words', data), { status });
    const { httpClient, endings, state } = makeClient({ answer });
    await expect(httpClient(URL_ASKED)).rejects.toMatchObject({
      name: 'ApiError',
      kind: 'answer',
      message: 'Words',
      messageKey: null,
      status,
      code,
      errorId: 'some_error',
      requestId: 'r-1',
    });
    expect(endings).toEqual([]);
    expect(state.token).toBe(TOKEN);
  });

  it.each([
    ['a page of a proxy', 502, '<html>502 Bad Gateway</html>'],
    ['nothing', 200, ''],
    ['null', 200, 'null'],
    ['a list', 200, '[]'],
    ['data without envelope', 200, '{"id":"1"}'],
    ['a code in a string', 200, '{"code":"0","msg":"","data":null}'],
    ['a broken code', 200, '{"code":0.5,"msg":"","data":null}'],
    ['a truncated response', 200, '{"code":0,"msg":"","da'],
    ['success with an error status', 500, envelope(0)],
    ['the end of a session only in its message', 401, 'Unauthorized'],
  ])('that are %s reject as unreadable', async (_, status, text) => {
    const { httpClient, endings } = makeClient({ answer: () => new Response(text, { status }) });
    await expect(httpClient(URL_ASKED)).rejects.toMatchObject({
      kind: 'unreadable',
      status,
      code: null,
      messageKey: 'errors.unreadable',
      messageArgs: { status },
      message: `The server’s response couldn’t be read (HTTP ${status}).`,
    });
    expect(endings).toEqual([]);
  });
});

describe('end of the session', () => {
  const ended = (status = 401) => new Response(envelope(400, 'Ended'), { status });

  it.each([401, 200])('is code 400, whatever the HTTP status (%i)', async (status) => {
    const { httpClient, endings, state } = makeClient({ answer: () => ended(status) });
    await expect(httpClient(URL_ASKED)).rejects.toMatchObject({ name: 'ApiError', code: 400, message: 'Ended' });
    expect(state.token).toBeNull();
    expect(endings).toEqual(['Ended']);
  });

  it('clears the session before listeners are notified, and once for all calls in flight', async () => {
    const tokens: (string | null)[] = [];
    const { httpClient, clear, state } = makeClient({
      answer: () => ended(),
      onSessionEnded: () => void tokens.push(state.token),
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => httpClient(URL_ASKED)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(clear).toHaveBeenCalledOnce();
    expect(tokens).toEqual([null]);
  });

  it("isn't reported without a session", async () => {
    const { httpClient, endings, clear } = makeClient({ token: null, answer: () => ended() });
    await expect(httpClient(URL_ASKED)).rejects.toMatchObject({ code: 400 });
    expect(clear).not.toHaveBeenCalled();
    expect(endings).toEqual([]);
  });

  it.each([TOKEN, null])("in response to an earlier token (%s) doesn't end the current session", async (token) => {
    const { httpClient, endings, state } = makeClient({ token, answer: () => ended() });
    const late = httpClient(URL_ASKED);
    state.token = OTHER_TOKEN;
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
    expect(state.token).toBe(OTHER_TOKEN);
    expect(endings).toEqual([]);
  });
});

describe('time limit and abort', () => {
  const useFakeTimers = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  it('leave no timer and no listener behind', async () => {
    useFakeTimers();
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    await makeClient().httpClient(URL_ASKED, { signal });
    const { httpClient } = makeClient({ answer: () => Promise.reject(new TypeError('fetch failed')) });
    await expect(httpClient(URL_ASKED, { signal })).rejects.toThrow('Network Error');
    expect(vi.getTimerCount()).toBe(0);
    expect(remove.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      add.mock.calls.map(([type, listener]) => [type, listener]),
    );
    expect(add).toHaveBeenCalledTimes(2);
  });

  it('make no request if the caller has already aborted', async () => {
    const { httpClient, requests } = makeClient();
    await expect(httpClient(URL_ASKED, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toEqual([]);
  });

  it('report a network error with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const { httpClient } = makeClient({ answer: () => Promise.reject(cause) });
    const error: unknown = await httpClient(URL_ASKED).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      kind: 'network',
      message: 'Network Error',
      messageKey: 'errors.network',
      status: 0,
      code: null,
      cause,
    });
  });
});
