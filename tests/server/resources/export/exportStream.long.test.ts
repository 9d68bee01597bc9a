import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { startExportServer, type ExportServer } from './exportServer.ts';

/** The same as in `sameSeed.long.test.ts`, because filling the embedded database takes long. */
const HISTORY = { orders: 400, stepsPerChunk: 60 };
/** How many copies of its records an endless source returns per batch, to match the size of real batches. */
const TIMES = 10;

/** A source with endless batches, which reports what its reader does. */
function endless(source: RecordSource) {
  const reader = { slices: 0, left: Promise.resolve() };
  let leave = () => {};
  reader.left = new Promise((resolve) => (leave = resolve));
  const slices: RecordSource['slices'] = async function* (...args) {
    try {
      const all: WireRecord[] = [];
      for await (const slice of source.slices(...args)) all.push(...slice);
      for (;;) {
        reader.slices += 1;
        yield Array.from({ length: TIMES }, () => all).flat();
      }
    } finally {
      leave();
    }
  };
  return { reader, source: { ...source, slices } };
}

describe.each(BOTH_DATABASES)('an export in progress (%s)', (kind) => {
  let server: ExportServer;

  beforeAll(async () => {
    server = await startExportServer(kind, HISTORY);
  });
  afterAll(() => server.close());
  afterEach(() => {
    server.wrap = (source) => source;
    server.audited.length = 0;
  });

  it.each(['csv', 'xlsx'])('as %s that fails at its first records returns an envelope', async (format) => {
    server.wrap = (source) => ({
      ...source,
      slices: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }) }),
    });
    const answer = await server.get({ format });
    expect([answer.status, await answer.json()]).toMatchObject([500, { data: { error: 'internal' } }]);
    expect(server.audited).toEqual([]);
  });

  it.each(['csv', 'xlsx'])('as %s that fails later is cut off, so that it never looks complete', async (format) => {
    server.wrap = (source) => ({
      ...source,
      async *slices(...args) {
        for await (const slice of source.slices(...args)) {
          yield slice;
          yield slice;
          throw new Error('the database is gone');
        }
      },
    });
    const answer = await server.get({ format });
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  it.each(['csv', 'xlsx'])('as %s stops reading once the client has disconnected', async (format) => {
    let reader: ReturnType<typeof endless>['reader'] | undefined;
    server.wrap = (source) => {
      const made = endless(source);
      ({ reader } = made);
      return made.source;
    };
    const abort = new AbortController();
    const answer = await server.get({ format }, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    await expect(reader?.left).resolves.toBeUndefined();
  });

  it('waits for a slow client without occupying the database', async () => {
    let reader: ReturnType<typeof endless>['reader'] | undefined;
    server.wrap = (source) => {
      const made = endless(source);
      ({ reader } = made);
      return made.source;
    };
    const abort = new AbortController();
    const answer = await server.get({}, { signal: abort.signal });
    server.wrap = (source) => source;
    let before = -1;
    while (before !== reader?.slices) {
      before = reader?.slices ?? -1;
      // Sockets and streams buffer some megabytes. Nothing more is read until the client reads them.
      expect(before).toBeLessThan(60);
      // Another client reads a complete export in the meantime.
      const other = await server.get({ columns: '["order_no"]' });
      expect((await other.text()).length).toBeGreaterThan(1_000);
    }
    abort.abort();
    await reader?.left;
    await answer.body?.cancel().catch(() => {});
  });

  it('runs at most four times at once per tenant, and again when one has ended', async () => {
    server.wrap = (source) => endless(source).source;
    const abort = new AbortController();
    // Referenced, because fetch cancels an unreferenced response's body, which would end its export.
    const running: Response[] = [];
    while (running.length < 4) running.push(await server.get({}, { signal: abort.signal }));
    server.wrap = (source) => source;
    const fifth = await server.get({});
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10']);
    expect(running.map(({ bodyUsed }) => bodyUsed)).toEqual([false, false, false, false]);
    abort.abort();
    await expect.poll(async () => (await server.get({ columns: '["order_no"]' })).status).toBe(200);
  });
});
