import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import type { Database } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';
import { type ApiCaller, createCallLog } from '#server/modules/apiCalls/service.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';

const REQUEST = { ip: '192.0.2.1', id: 'request' };
const NEVER_BY_ITSELF = 3_600_000;

describe('writing the log of API calls', () => {
  let database: TestDatabase<Database>;
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (details: object) => void warnings.push(details) };
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());
  beforeEach(() => {
    warnings.length = 0;
  });

  const newLog = () => createCallLog({ db: database.db, clock: new TestClock(), log, writeEveryMs: NEVER_BY_ITSELF });
  const signedBy = (merchantId: string) => (caller: ApiCaller) => {
    Object.assign(caller, { merchantId, isCounted: true });
    return Promise.resolve({ status: 200, said: 'yes' });
  };
  const resultsOf = async (merchantId: string) => {
    const query = database.db.kysely.selectFrom('api_calls').where('merchant_id', '=', merchantId);
    return (await query.select(['result', 'http_status', 'error']).execute()).toSorted(
      (a, b) => a.http_status - b.http_status,
    );
  };

  it('returns what the call returns, and rethrows its errors', async () => {
    const merchantId = randomUUID();
    const { record, flush } = newLog();
    expect(await record('query', REQUEST, signedBy(merchantId))).toEqual({ status: 200, said: 'yes' });
    for (const error of [new NotFoundError(), new TypeError('a fault of ours')]) {
      const failing = record('query', REQUEST, async (caller) => {
        await signedBy(merchantId)(caller);
        throw error;
      });
      await expect(failing).rejects.toBe(error);
    }
    await flush();
    expect(await resultsOf(merchantId)).toEqual([
      { result: 'accepted', http_status: 200, error: null },
      { result: 'rejected', http_status: 404, error: 'not_found' },
      { result: 'failed', http_status: 500, error: 'internal' },
    ]);
  });

  it('buffers no more than 5,000 calls in memory', async () => {
    const merchantId = randomUUID();
    const { record, flush } = newLog();
    for (let sent = 0; sent < 5_010; sent += 1) await record('query', REQUEST, signedBy(merchantId));
    await flush();
    expect(await resultsOf(merchantId)).toHaveLength(5_000);
    await record('query', REQUEST, signedBy(merchantId));
    await flush();
    expect(await resultsOf(merchantId)).toHaveLength(5_001);
  });

  it('fails no call if it can’t be written, reports it, and continues when it can', async () => {
    const [lost, kept] = [randomUUID(), randomUUID()];
    const { record, flush } = newLog();
    await sql`alter table api_calls rename to elsewhere`.execute(database.db.kysely);
    await record('query', REQUEST, signedBy(lost));
    await flush();
    expect(warnings).toMatchObject([{ calls: 1 }]);
    await sql`alter table elsewhere rename to api_calls`.execute(database.db.kysely);
    await record('query', REQUEST, signedBy(kept));
    await flush();
    expect([await resultsOf(lost), await resultsOf(kept)]).toMatchObject([[], [{ result: 'accepted' }]]);
    expect(warnings).toHaveLength(1);
  });
});
