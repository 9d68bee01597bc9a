import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { later } from '#server/db/later.ts';
import { type BusyServer, busyServer } from './aBusyHour.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { judge, type Tenancy, tenancyOf } from './judge.ts';
import { recordStatements } from './recordStatements.ts';

/** A statement that breaks the principle. */
interface Breach {
  text: string;
  problem: string;
}

const TENANT = '019a0000-0000-7000-8000-000000000001';
const OTHER = '019a0000-0000-7000-8000-000000000002';
const NONCES = 'insert into gateway_nonces select * from json_populate_recordset(null::gateway_nonces, $1::json)';
const MANY_WALLETS = 'insert into wallets (merchant_id, currency, updated_at) values';

/** Statements that name one tenant, or read over many without a lock, with their parameters. */
const GOOD: Readonly<Record<string, unknown[]>> = {
  'select count(*), min(created_at) from orders': [],
  'select name, (select count(*) from orders where merchant_id = $1) from merchants where merchant_id = $1': [TENANT],
  'select o.id from orders o join merchant_descendants d on d.descendant_id = o.merchant_id': [],
  'select 1 from wallets where merchant_id = $1 and currency = $2 for update': [TENANT, 'CNY'],
  'update orders set notify_url = null where merchant_id = $1 and id = $2': [TENANT, OTHER],
  'delete from order_jobs where merchant_id = any ($1::uuid[])': [[TENANT]],
  [`${MANY_WALLETS} ($1, $2, now())`]: [TENANT, 'CNY'],
  [`${MANY_WALLETS} ($1, 'CNY', now()), ($1, 'JPY', now())`]: [TENANT],
  [NONCES]: [JSON.stringify([{ merchant_id: TENANT }, { merchant_id: TENANT }])],
  [`update orders o set notify_url = null where merchant_id = $1 and exists (
      select from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.id)`]: [TENANT],
  [`with gone as (delete from order_jobs where merchant_id = $1 returning order_id)
    update orders set notify_url = null where merchant_id = $1 and id in (select order_id from gone)`]: [TENANT],
  [`update settings set value = '1' where name = 'a'`]: [],
};

/** Statements that break the principle, by the problem. */
const BAD: Readonly<Record<string, Readonly<Record<string, unknown[]>>>> = {
  'no tenant': {
    'delete from idempotency_keys where expires_at < now()': [],
    'update orders set notify_url = null where merchant_id = $1 or id = $2': [TENANT, OTHER],
    'update orders set notify_url = null where merchant_id <> $1': [TENANT],
    'update orders set notify_url = null where merchant_id = any ($1::uuid[])': [[TENANT, OTHER]],
    'select 1 from order_jobs where due_at < now() for update skip locked': [],
    'select 1 from v_submerchants, wallets w where w.merchant_id = $1 for update of w': [TENANT],
    'update orders o set notify_url = null from refunds r where o.merchant_id = $1 and r.order_id = o.id': [TENANT],
    'with gone as (delete from order_jobs returning order_id) select order_id from gone': [],
    'update wallets set updated_at = now() where merchant_id = (select merchant_id from merchants limit 1)': [],
    [NONCES]: ['[{}]'],
  },
  '2 tenants': {
    [NONCES]: [JSON.stringify([{ merchant_id: TENANT }, { merchant_id: OTHER }])],
    [`${MANY_WALLETS} ($1, 'CNY', now()), ($2, 'CNY', now())`]: [TENANT, OTHER],
    'update orders o set notify_url = null from refunds r where o.merchant_id = $1 and r.merchant_id = $2': [
      TENANT,
      OTHER,
    ],
  },
  'which is on one node': {
    "select u.id from users u where u.merchant_id = (select tenant_id from directory where name = 'demo' limit 1)": [],
  },
  'sets the tenant': {
    'update menus set "merchant_id" = $1, position = 1 where merchant_id = $1 and id = $2': [TENANT, OTHER],
  },
  'from outside': {
    [`select m.merchant_no, (select count(*) from orders o where o.merchant_id = m.merchant_id) from merchants m
      where m.merchant_id = $1`]: [TENANT],
  },
  'a table, for all': { 'lock table orders in share mode': [] },
  'a position of one database': {
    'select pg_current_xact_id()': [],
    'select pg_current_wal_lsn()': [],
    'select txid_current()': [],
    'select xmin from orders where merchant_id = $1': [TENANT],
    'select pg_advisory_xact_lock(1)': [],
    [`select nextval('orders_seq')`]: [],
    'listen orders': [],
  },
};

const CASES_OF_BAD = Object.entries(BAD).flatMap(([problem, statements]) =>
  Object.entries(statements).map(([text, parameters]) => ({ problem, sql: text, parameters })),
);

describe('the statements that the server sends', () => {
  let busy: BusyServer;
  let client: pg.Client;
  let tenancy: Tenancy;
  let judged = 0;
  const recorder = recordStatements();
  const breaches: Breach[] = [];

  beforeAll(async () => {
    busy = await busyServer();
    for (const act of Object.values(busy.acts)) await recorder.during(act);
    client = new pg.Client({ connectionString: busy.world.databaseUrl ?? '' });
    await client.connect();
    tenancy = await tenancyOf(client);
    for (const [text, calls] of recorder.sent) {
      judged += 1;
      const problems = [];
      for (const parameters of calls) problems.push(await judge(client, tenancy, { sql: text, parameters }));
      const problem = problems.find((one) => one !== null);
      if (problem) breaches.push({ text: text.replaceAll(/\s+/g, ' ').trim(), problem });
    }
  }, 300_000);
  afterAll(async () => {
    vi.restoreAllMocks();
    await client?.end();
    await busy.world.close();
  });

  it('name one tenant, or read over many without a lock', () => {
    expect(judged).toBeGreaterThan(700);
    const isListed = ({ text }: Breach) => EXCEPTIONS.some(({ pattern }) => pattern.test(text));
    expect(breaches.filter((breach) => !isListed(breach))).toEqual([]);
  });

  it('are excepted only where they still break the principle', () => {
    const unused = EXCEPTIONS.filter(({ pattern }) => !breaches.some(({ text }) => pattern.test(text)));
    expect(unused).toEqual([]);
  });

  it.each(Object.entries(GOOD))('are judged: %s', async (text, parameters) => {
    const known = { ...tenancy, tenants: new Set([TENANT, OTHER]) };
    expect(await judge(client, known, { sql: text, parameters })).toBeNull();
  });

  it.each(CASES_OF_BAD)('are judged, with $problem: $sql', async ({ problem, ...statement }) => {
    const known = { ...tenancy, tenants: new Set([TENANT, OTHER]) };
    expect(await judge(client, known, statement)).toContain(problem);
  });

  it('are recorded whichever way they are sent', async () => {
    const { db } = busy.world;
    await recorder.during(async () => {
      await sql`select 1 as plain`.execute(db.kysely);
      await db.single('select 1 as single', [], [{ sql: 'select 1 as assertion', parameters: [] }]);
      await db.transaction(async (tx) => {
        await later(tx, sql`select 1 as later`);
        await sql`select 1 as inside`.execute(tx);
      });
    });
    const ways = [...recorder.sent.keys()].flatMap((text) => /^select 1 as (\w+)$/.exec(text)?.[1] ?? []);
    expect(ways.toSorted()).toEqual(['assertion', 'inside', 'later', 'plain', 'single']);
  });
});
