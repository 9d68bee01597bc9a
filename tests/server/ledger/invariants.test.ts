import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { seededDatabase } from '#tests/demo/seededDatabase.ts';

/** The ID of an entry in the middle of a long chain. */
const MIDDLE = "select id from ledger_entries where account = 'available' and seq = 20 order by merchant_id limit 1";
const LINE = 'select id from ledger_lines where line_no = 20 order by merchant_id limit 1';

/** Statements that damage the ledger, those that repair it, and the rules that must detect the damage. */
const DAMAGES = [
  {
    damage: 'an entry of the platform that was changed',
    broken:
      "update ledger_entries set amount = amount + 1 where id = (select min(id::text)::uuid from ledger_entries where account = 'fees')",
    mended:
      "update ledger_entries set amount = amount - 1 where id = (select min(id::text)::uuid from ledger_entries where account = 'fees')",
    rules: ['I1', 'I7'],
  },
  {
    damage: 'an entry of a wallet that was changed',
    broken: `update ledger_entries set amount = amount + 1 where id = (${MIDDLE})`,
    mended: `update ledger_entries set amount = amount - 1 where id = (${MIDDLE})`,
    rules: ['I1', 'I3', 'I4'],
  },
  {
    damage: 'a wallet below zero',
    broken: 'update wallets set frozen = frozen - 1000000000',
    mended: 'update wallets set frozen = frozen + 1000000000',
    rules: ['I2', 'I3', 'I4', 'I7'],
  },
  {
    damage: 'a wallet that holds one minor unit too much',
    broken: "update wallets set available = available + 1 where currency = 'JPY'",
    mended: "update wallets set available = available - 1 where currency = 'JPY'",
    rules: ['I3', 'I4', 'I7'],
  },
  {
    damage: 'a balance after an entry that does not follow from the one before',
    broken: `update ledger_entries set balance_after = balance_after + 1, available_after = available_after + 1 where id = (${MIDDLE})`,
    mended: `update ledger_entries set balance_after = balance_after - 1, available_after = available_after - 1 where id = (${MIDDLE})`,
    rules: ['I4'],
  },
  {
    damage: "a wallet's balance after an entry that is not the account's",
    broken: `update ledger_entries set available_after = available_after + 1 where id = (${MIDDLE})`,
    mended: `update ledger_entries set available_after = available_after - 1 where id = (${MIDDLE})`,
    rules: ['I4'],
  },
  {
    damage: 'a gap in the chain',
    broken: "update ledger_entries set seq = seq + 1000000 where account = 'available' and seq > 20",
    mended: "update ledger_entries set seq = seq - 1000000 where account = 'available' and seq > 1000000",
    rules: ['I4'],
  },
  {
    damage: 'a wallet that counts one entry too many',
    broken: 'update wallets set frozen_seq = frozen_seq + 1',
    mended: 'update wallets set frozen_seq = frozen_seq - 1',
    rules: ['I4'],
  },
  {
    damage: 'a wallet that counts one line too many',
    broken: 'update wallets set lines = lines + 1',
    mended: 'update wallets set lines = lines - 1',
    rules: ['I4'],
  },
  {
    damage: 'a line that says something else than its entries, and so the next ones',
    broken: `update ledger_lines set available_change = available_change + 1 where id = (${LINE})`,
    mended: `update ledger_lines set available_change = available_change - 1 where id = (${LINE})`,
    rules: ['I4'],
  },
  {
    damage: 'a line that left something else than it should',
    broken: `update ledger_lines set frozen_after = frozen_after + 1 where id = (${LINE})`,
    mended: `update ledger_lines set frozen_after = frozen_after - 1 where id = (${LINE})`,
    rules: ['I4'],
  },
  {
    damage: 'a gap in the lines',
    broken: 'update ledger_lines set line_no = line_no + 1000000 where line_no > 20',
    mended: 'update ledger_lines set line_no = line_no - 1000000 where line_no > 1000000',
    rules: ['I4'],
  },
  {
    damage: 'a wallet without entries',
    broken:
      "insert into wallets (merchant_id, currency, available, updated_at) select merchant_id, 'EUR', 5, now() from merchants limit 1",
    mended: "delete from wallets where currency = 'EUR'",
    rules: ['I3', 'I4', 'I7'],
  },
  {
    damage: 'entries without a wallet',
    broken: "update wallets set currency = 'XXX' where currency = 'JPY'",
    mended: "update wallets set currency = 'JPY' where currency = 'XXX'",
    rules: ['I3', 'I4', 'I7'],
  },
];

describe('the check of the ledger', () => {
  let database: TestDatabase<Database>;

  const run = (statement: string) => sql.raw(statement).execute(database.db.kysely);
  const brokenRules = async () => {
    const violations = await findViolations(database.db);
    return [...new Set(violations.map(({ rule }) => rule.slice(0, 2)))].toSorted();
  };

  beforeAll(async () => {
    database = await seededDatabase(USUAL_DATABASE, { orders: 600 });
    // Otherwise the database would reject this damage.
    await run('alter table wallets drop constraint wallets_frozen_check');
  });
  afterAll(() => database.remove());
  beforeEach(async () => expect(await findViolations(database.db)).toEqual([]));

  it.each(DAMAGES)('detects $damage', async ({ broken, mended, rules }) => {
    await run(broken);
    try {
      expect(await brokenRules()).toEqual(rules);
    } finally {
      await run(mended);
    }
  });

  it('reports where it is damaged, at most 20 rows per rule', async () => {
    await run('update wallets set available_seq = available_seq + 1');
    await run('update ledger_entries set balance_after = balance_after + 1');
    const violations = await findViolations(database.db);
    await run('update wallets set available_seq = available_seq - 1');
    await run('update ledger_entries set balance_after = balance_after - 1');
    const [chain, counts] = [/entries of a wallet/, /entry counters/].map((words) =>
      violations.filter(({ rule }) => words.test(rule)),
    );
    expect(chain).toHaveLength(20);
    expect(counts).toHaveLength(9);
    expect(counts?.[0]).toMatchObject({
      subject: 'wallet',
      found: expect.stringMatching(/^available_seq \d+, entries \d+/),
    });
  });
});
