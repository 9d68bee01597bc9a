import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDeclarations } from '@merchant-console/declaration/check';
import type { Resource } from '@merchant-console/declaration';
import { execute } from '#tests/support/executeStatement.ts';
import { endpointsInMemory, versionsInMemory } from '#tests/support/followedFolder.ts';
import { TestClock } from '#tests/support/testClock.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';
import { type WatchedReads, watchReads } from '#tests/support/watchReads.ts';
import { demoDatabase, TEST_KEY } from '#tests/support/world.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database } from '#server/db/schema.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { codeOwnedResources } from '#server/modules/index.ts';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { createRegistry } from '#server/resources/registry/createRegistry.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { createServices } from '#server/services.ts';
import { fillTable } from './fillTable.ts';
import { scanning } from './scanning.ts';

const ROWS = 10_000;
/**
 * More rows where a page reads many pages of other tables for each row: roles, powers and recovery codes, the records that a
 * call can name, the fee of a ledger line, or a payee's last payment.
 */
const MORE_ROWS: Readonly<Record<string, number>> = {
  users: 80_000,
  api_calls: 40_000,
  ledger_lines: 20_000,
  payees: 20_000,
};
const resources = await loadResources('resources');

/** Tables and indexes that the lists read. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The list of notifications contains only orders, so its other records are few, whatever the demo's first row is.
  orders: { notify_status: `'delivered'` },
  payouts: { notify_status: `'none'` },
  deposits: {},
  withdrawals: {},
  adjustments: {},
  payment_requests: { amount: '10000 + n' },
  refunds: {
    notify_status: `'none'`,
    creator_id: `md5('row ' || n)::uuid`,
    amount: '10000 + n',
    fee_returned: '0',
    payer_amount: '10000 + n',
    debit_amount: '10000 + n',
  },
  // Deliveries of few endpoints: each has many.
  webhook_deliveries: {
    endpoint_id: `md5('row ' || (n % 100))::uuid`,
    resource: `'orders'`,
    notify_status: `'delivered'`,
  },
  batch_transfers: {},
  batch_transfer_items: {},
  users: {},
  roles: { is_owner: 'false' },
  sessions: { ended_at: 'null' },
  channels: {},
  audit_logs: {},
  ledger_transactions: {},
  bankcards: { is_default: 'false' },
  payees: {},
  ledger_lines: {},
  api_calls: {},
  operator_requests: { status: `'pass'`, wanted: `'{}'` },
  platform_limits: { amount: '10000 + n' },
};
const OF_SUBMERCHANTS = ['orders', 'payouts', 'refunds', 'sessions'];
const OF_PLATFORM = ['channels', 'operator_requests', 'platform_limits'];

/** Resources with indexes, except for sums that have no table of their own. */
const NAMES = Object.keys(OWN_INDEXES).filter(
  (name) => Object.keys(OWN_INDEXES[name] ?? {}).length > 0 && name !== 'submerchant_stats',
);
const READ_BY_PLATFORM =
  /^(?:adjustments|operator_requests|platform_\w+|merchant_(?:rates|users|sessions)|\w+_reviews)$/;

/** Lists over all merchants, which look up each merchant and each row of a page: some 150 pages in the demo. */
const OF_ALL_MERCHANTS = /^(?:platform_(?:orders|payouts|refunds)|merchant_(?:users|sessions))$/;
const LOOKED_UP = 200;

/** A condition on an index that all rows satisfy, for lists that otherwise count their rows by kept totals. */
const COUNTED_BY_TOTALS: Readonly<Record<string, Condition[]>> = {
  orders: [{ kind: 'compare', source: 'amount', operator: '>=', value: 0n }],
};

describe('resources stored by modules', () => {
  let database: TestDatabase<Database>;
  let watched: WatchedReads;
  let owned: ReadonlyMap<string, ResourceBackend>;
  let merchantId: string;

  beforeAll(async () => {
    database = await demoDatabase('postgres');
    const { db } = database;
    watched = watchReads(db);
    const clock = new TestClock();
    const endpoints = endpointsInMemory();
    const registry = createRegistry({
      folder: 'resources',
      clock,
      endpoints,
      versions: versionsInMemory(),
      onError: () => {},
    });
    const options = {
      db: watched.db,
      clock,
      cipher: createCipher(TEST_KEY),
      messages: await loadMessages('i18n'),
      productTitle: 'Test',
      sessionIdleMinutes: 15,
      verifyAnswers: true,
    };
    owned = await codeOwnedResources(createServices(options, silentLog, registry));
    const [large, small] = await submerchants(db);
    merchantId = large.merchant_id;
    for (const [table, values] of Object.entries(TABLES)) {
      const tenants = [
        merchantId,
        ...(OF_SUBMERCHANTS.includes(table) ? [large.descendant_id] : []),
        ...(OF_PLATFORM.includes(table) ? [PLATFORM_ID] : []),
      ];
      const rows = MORE_ROWS[table] ?? ROWS;
      for (const tenant of tenants) await fillTable(db, table, { merchantId: tenant, rows, values });
      if (OF_SUBMERCHANTS.includes(table))
        await fillTable(db, table, { merchantId: small.descendant_id, rows: 10, values });
    }
    await execute(database.options.databaseUrl ?? '', 'vacuum analyze');
  }, 120_000);
  afterAll(() => database.remove());

  it.each(NAMES)('have the indexes that the checker assumes: %s', async (name) => {
    const source = owned.get(name)?.source;
    if (!source) throw new Error(`${name} is not kept by code`);
    const relation = {
      db: database.db,
      name: await relationOf(name),
      merchantId: READ_BY_PLATFORM.test(name) ? PLATFORM_ID : merchantId,
    };
    const spare = OF_ALL_MERCHANTS.test(name) ? LOOKED_UP : 0;
    const everything = COUNTED_BY_TOTALS[name];
    const found = await scanning(resource(name), { source, watched, relation, everything, spare });
    const warned = warnings(name);
    expect(found.scanning.filter((pointer) => !warned.includes(pointer))).toEqual([]);
    expect(found.all.length).toBeGreaterThan(warned.length);
  });

  it('are all listed for the checker', () => {
    expect(Object.keys(OWN_INDEXES).toSorted()).toEqual([...owned.keys()].toSorted());
  });

  async function relationOf(name: string): Promise<string> {
    const { rows } = await sql<{ view: string | null }>`select to_regclass(${`v_${name}`})::text as view`.execute(
      database.db.kysely,
    );
    return rows[0]?.view ?? name;
  }
});

/** Two sub-merchants of one merchant. */
async function submerchants(db: Db) {
  const rows = await db.kysely
    .selectFrom('merchant_descendants')
    .select(['merchant_id', 'descendant_id'])
    .where('depth', '=', 1)
    .orderBy('merchant_id')
    .execute();
  for (const one of rows) {
    const other = rows.find((row) => row.merchant_id === one.merchant_id && row.descendant_id !== one.descendant_id);
    if (other) return [one, other] as const;
  }
  throw new Error('No merchant of the demo has two below it');
}

function resource(name: string): Resource {
  const found = resources.get(name);
  if (!found) throw new Error(`${name} is not declared`);
  return found;
}

/** The scan warnings of the shipped file, ignoring its `scan` settings. */
function warnings(name: string): string[] {
  const { fields, list } = resource(name);
  const unsaid = fields.map((field) => ({ ...field, scan: false }));
  const text = JSON.stringify({ version: 1, name, fields: unsaid, list: { sort: list.sort } });
  const { problems } = checkDeclarations([{ file: `${name}.json`, text }], { indexes: OWN_INDEXES });
  return problems.filter(({ id }) => ['R160', 'R162'].includes(id)).map(({ pointer }) => pointer);
}
