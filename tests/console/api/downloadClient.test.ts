import { describe, expect, it } from 'vitest';
import { createCsvRowCounter, fileNameOf } from '../../../packages/ra-provider/src/downloadClient.ts';
import { createDownloadClient, type DownloadProgress } from '@merchant-console/ra-provider';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { requestOf } from '@merchant-console/ra-provider/contracts';
import { sampleSession } from '#tests/support/sampleSession.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A body that arrives in `pieces` and then ends, is cut off or stalls. */
function inPieces(pieces: string[], end: 'closed' | 'cut off' | 'silent' = 'closed') {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) controller.enqueue(bytes(piece));
      else if (end === 'closed') controller.close();
      else if (end === 'cut off') controller.error(new TypeError('terminated'));
      return undefined;
    },
  });
}

const csv = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'Content-Type': 'text/csv; charset=utf-8', ...headers } });

/** A client of a signed-in user, with a clock that the test advances. */
function client(answer: (request: Request) => Promise<Response>) {
  const requests: Request[] = [];
  const timers = new Set<() => void>();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = requestOf(input, init);
    requests.push(request);
    return answer(request);
  };
  const { session, endings } = createApiLayer(fetch);
  session.save(sampleSession());
  const download = createDownloadClient({
    fetch,
    session,
    settings: { clientAddressHeader: 'X-Client-Address', tokenHeader: 'X-Token' },
    getLanguage: () => 'es',
    getClientAddress: () => '203.0.113.9',
    onSessionEnded: (message) => void endings.push(message),
    startTimer: (callback) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
  });
  return { download, requests, session, endings, passTime: () => timers.forEach((callback) => callback()), timers };
}

describe('a file from the server', () => {
  it('is requested with the session’s headers and arrives complete, with its name', async () => {
    const disposition = `attachment; filename="orders.csv"; filename*=UTF-8''%E8%AE%A2%E5%8D%95.csv`;
    const { download, requests } = client(async () =>
      csv(inPieces(['a,b\r\n', '1,2\r\n']), { 'Content-Disposition': disposition }),
    );
    const { name, content } = await download('/prod-api/orders/export?format=csv');
    expect(name).toBe('订单.csv');
    await expect(content.text()).resolves.toBe('a,b\r\n1,2\r\n');
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      'x-token': sampleSession().login_token,
      authorization: `Bearer ${sampleSession().login_token}`,
      'x-client-address': '203.0.113.9',
      'accept-language': 'es',
    });
  });

  it('reports its progress, for a CSV file also in rows', async () => {
    const { download } = client(async () => csv(inPieces(['a\n', '1\n2\n']), { 'X-Total-Rows': '2' }));
    const told: DownloadProgress[] = [];
    await download('/x', { onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { receivedBytes: 0, receivedRows: 0, totalRows: 2 },
      { receivedBytes: 2, receivedRows: 1, totalRows: 2 },
      { receivedBytes: 6, receivedRows: 3, totalRows: 2 },
    ]);
  });

  it("isn't counted in rows if it isn't a CSV file", async () => {
    const sheet = new Response('PK', {
      headers: { 'Content-Type': 'application/vnd.ms-excel', 'X-Total-Rows': 'many' },
    });
    const { download } = client(async () => sheet);
    const told: DownloadProgress[] = [];
    await download('/x', { onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ receivedBytes: 2, receivedRows: null, totalRows: null });
  });

  it('is an error if the connection is cut off', async () => {
    const { download } = client(async () => csv(inPieces(['a,b\r\n'], 'cut off')));
    await expect(download('/x')).rejects.toMatchObject({ kind: 'network' });
  });

  it('may take any time, but times out after half a minute without data', async () => {
    const { download, passTime, timers } = client(async ({ signal }) => {
      const body = inPieces(['a\n'], 'silent');
      return csv(body.pipeThrough(new TransformStream(), { signal }));
    });
    const received: number[] = [];
    const outcome = download('/x', { onProgress: ({ receivedBytes }) => received.push(receivedBytes) });
    outcome.catch(() => {});
    await expect.poll(() => received).toEqual([0, 2]);
    expect(timers.size).toBe(1);
    passTime();
    await expect(outcome).rejects.toMatchObject({ kind: 'timeout', messageArgs: { ms: 30_000 } });
    expect(timers.size).toBe(0);
  });

  it('can be aborted by the caller', async () => {
    const caller = new AbortController();
    const { download } = client(async ({ signal }) =>
      csv(inPieces(['a\n'], 'silent').pipeThrough(new TransformStream(), { signal })),
    );
    const outcome = download('/x', { signal: caller.signal });
    caller.abort();
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is rejected with the server’s message', async () => {
    const refusal = { code: 403, msg: 'You don’t have permission to do this.', data: { error: 'forbidden' } };
    const { download, session } = client(async () => Response.json(refusal, { status: 403 }));
    await expect(download('/x')).rejects.toMatchObject({ status: 403, message: refusal.msg, errorId: 'forbidden' });
    expect(session.getToken()).not.toBeNull();
  });

  it('ends the session if the server says that it has ended', async () => {
    const { download, session, endings } = client(async () =>
      Response.json({ code: 400, msg: 'Your session has ended.', data: null }, { status: 401 }),
    );
    await expect(download('/x')).rejects.toMatchObject({ code: 400 });
    expect(session.getToken()).toBeNull();
    expect(endings).toEqual(['Your session has ended.']);
  });

  it('is an error if a proxy responds, or an envelope arrives instead', async () => {
    const page = client(async () => new Response('<h1>502</h1>', { status: 502 }));
    await expect(page.download('/x')).rejects.toMatchObject({ kind: 'unreadable' });
    const envelope = client(async () => Response.json({ code: 0, msg: '', data: null }));
    await expect(envelope.download('/x')).rejects.toMatchObject({ kind: 'unreadable' });
  });
});

describe('the rows of a CSV', () => {
  it("are counted across chunks; a line break in quotes doesn't end one", () => {
    const count = createCsvRowCounter();
    expect(count(bytes('a,"x\ny"\n1,"say ""hi'))).toBe(1);
    expect(count(bytes('""\n"\r\n'))).toBe(2);
  });
});

describe('the name of a file', () => {
  it.each([
    ['attachment; filename=orders.csv', 'orders.csv'],
    ['attachment; filename="my orders.xlsx"', 'my orders.xlsx'],
    [`attachment; filename*=UTF-8''a%20b.csv; filename="x.csv"`, 'a b.csv'],
    [`attachment; filename*=UTF-8''%E0%A4.csv; filename="x.csv"`, 'x.csv'],
    ['attachment; filename="../../etc/passwd"', '_.._etc_passwd'],
    ['attachment', null],
    [null, null],
  ])('in %s is %s', (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name);
  });
});
