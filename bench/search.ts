import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { execute } from '#tests/support/executeStatement.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';
import { MIGRATED, TABLES } from '#tests/support/migratedDatabase.ts';
import { systemClock } from '#server/clock.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { percentiles } from './percentiles.ts';
import { timed } from './timed.ts';

/**
 * npm run bench:search [-- --rows 1000000 --requests 15]: searches in a declared list on PostgreSQL, compared with SQL by
 * hand on a table of words that a hand would make, and what storing the words costs. The two of a pair alternate.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, requests: { type: 'string', default: '15' } },
});
const [rows, requests] = [Number(values.rows), Number(values.requests)];
const WARM_UP = 2;
const PAGE = 10;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** In few, some and many rows, in two words of which one is rare or neither, and in none. */
const SEARCHES = ['Key77777', '0000777', 'key7777', 'group7', 'key77777 company', 'group7 city3', 'nothing'];

const declared = (search: boolean) =>
  toResource(
    declarationSchema.parse({
      version: 1,
      name: 'companies',
      storage: 'table',
      fields: ['number', 'name', 'city'].map((source) => ({ source, type: 'text', search })),
      list: { sort: { field: 'created_at', order: 'DESC' } },
    }),
  );

async function measure(db: Db, url: string): Promise<void> {
  await TABLES.prepare(db);
  await MIGRATED.prepare(db);
  const storage = createStorage({ db, clock: systemClock, cipher: createCipher(Buffer.alloc(32, 7)) });
  const merchantId = PLATFORM_ID;
  await storage.prepare(declared(false));
  await seconds(`${rows.toLocaleString('en')} rows inserted, without words`, () => execute(url, insert));
  const resource = declared(true);
  await seconds('their words stored', () => storage.prepare(resource));
  await seconds('words by hand', () => execute(url, makeByHand));
  await execute(url, 'vacuum analyze');
  const { source } = storage.open(resource);

  print('ms, p50: console, by hand, ratio');
  for (const q of SEARCHES) {
    const query = parseListQuery(resource, { filter: JSON.stringify({ q }), range: JSON.stringify([0, PAGE - 1]) });
    const ours = async () => {
      const { records, total } = await source.list(merchantId, query);
      return [total, ...records.map(({ id }) => id)].join();
    };
    const [a, b] = [await ours(), await byHand(db, merchantId, q)];
    if (a !== b) throw new Error(`“${q}”: not the same: ${a} and ${b}`);
    const times = { ours: [0], byHand: [0] };
    for (let n = -WARM_UP; n < requests; n += 1) {
      const pair = [await timed(ours), await timed(() => byHand(db, merchantId, q))] as const;
      if (n === 0) Object.assign(times, { ours: [], byHand: [] });
      times.ours.push(pair[0]);
      times.byHand.push(pair[1]);
    }
    const [one, other] = [percentiles(times.ours).p50, percentiles(times.byHand).p50];
    const found = Number(a.split(',')[0]).toLocaleString('en');
    print(
      `${`${q} (${found})`.padEnd(30)} ${one.toFixed(1).padStart(7)} ${other.toFixed(1).padStart(7)} ${(one / other).toFixed(2)}`,
    );
  }
}

async function seconds(what: string, act: () => Promise<unknown>): Promise<void> {
  print(`${what}: ${((await timed(act)) / 1000).toFixed(1)} s`);
}

const insert = `
  insert into r_companies (merchant_id, id, revision, created_at, updated_at, number, name, city)
  select '${PLATFORM_ID}', gen_random_uuid(), 1, now() - n * interval '1 second', now(),
    'N-' || lpad(n::text, 7, '0'), 'Key' || n || ' Company of Group' || n % 1000, 'City' || n % 100 || ' North'
  from generate_series(1, ${rows}) n`;

const makeByHand = `
  create table by_hand as select distinct merchant_id, word collate "C" as word, id from r_companies
    cross join lateral regexp_split_to_table(lower(concat_ws(' ', number, name, city)), '[^a-z0-9]+') word;
  create index by_hand_by_word on by_hand (merchant_id, word, id)`;

async function byHand({ kysely }: Db, merchantId: string, q: string): Promise<string> {
  const words = q.toLowerCase().split(/[^a-z0-9]+/);
  const found = sql.join(
    words.map(
      (word) => sql`id in (select id from by_hand where merchant_id = ${merchantId} and word like ${`${word}%`})`,
    ),
    sql` and `,
  );
  const where = sql`from r_companies where merchant_id = ${merchantId} and ${found}`;
  const total = await sql<{ total: bigint }>`select count(*) as total ${where}`.execute(kysely);
  const page = await sql<{ id: string }>`
    select * ${where} order by created_at desc, id desc limit ${PAGE}`.execute(kysely);
  return [total.rows[0]?.total, ...page.rows.map(({ id }) => id)].join();
}

const postgres = await startPostgres();
try {
  const { url } = await createDatabase(postgres.url);
  const db = await connect({ databaseUrl: url, dataDir: '', clock: systemClock });
  try {
    await measure(db, url);
  } finally {
    await db.close();
  }
} finally {
  await postgres.stop();
}
