import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { TRIGGER_VARIANTS, useTriggers } from '#tests/support/triggerVariants.ts';

const EVERYBODY = '00000000-0000-0000-0000-000000000000';
const TENANTS = [randomUUID(), randomUUID(), randomUUID()] as const;
const USERS = [randomUUID(), randomUUID()] as const;

/** A table with what the triggers of all tables read. */
const STAND_IN = [
  `create table stand_in (
    merchant_id uuid not null, id uuid not null, user_id uuid, resource text, status text, name text, last_used_at timestamptz
  )`,
  ...["note_changes('stand_in')", 'note_notifications()', 'note_audited()', 'note_batches()', 'note_terms()'].map(
    (call, index) =>
      `create trigger on_insert_${index} after insert on stand_in
        referencing new table as changed for each statement execute function ${call}`,
  ),
  `create trigger on_update after update on stand_in
    referencing old table as before new table as changed for each statement execute function note_changed_terms()`,
  `create trigger on_words after insert or update or delete on stand_in for each row execute function note_words('name')`,
];

interface Row {
  merchant_id: string;
  user_id: string;
  resource: string;
  status: string;
}
const ROWS: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    merchant_id: fc.constantFrom(...TENANTS),
    user_id: fc.constantFrom(...USERS),
    resource: fc.constantFrom('roles', 'users', 'audit_logs'),
    status: fc.constantFrom('uploading', 'draft'),
  }),
  { minLength: 1, maxLength: 12 },
);

/** One row of the feed for each kind of change of each tenant, however many rows the statement has inserted. */
function expectedOf(rows: readonly Row[]): string[] {
  const all = rows.flatMap(({ merchant_id: tenant, user_id, resource, status }) => [
    `${tenant} stand_in ${EVERYBODY}`,
    `${tenant} notifications ${user_id}`,
    `${tenant} audited ${resource}`,
    `${tenant} audited audit_logs`,
    ...(status === 'uploading' ? [] : [`${tenant} batch_transfers ${EVERYBODY}`]),
    ...(status === 'uploading' ? [] : [`${tenant} batch_transfer_items ${EVERYBODY}`]),
  ]);
  return [...new Set(all)].map((one) => one.replace(/audited (\w+)/, `$1 ${EVERYBODY}`)).toSorted();
}

describe.each(EITHER_DATABASE)('triggers of statements on the %s database', (kind) => {
  describe.each(TRIGGER_VARIANTS)('that write %s', (variant) => {
    let test: TestDatabase<Database>;
    beforeAll(async () => {
      test = await migratedDatabase(kind);
      await useTriggers(test.db, variant);
      for (const statement of STAND_IN) await sql.raw(statement).execute(test.db.kysely);
    });
    afterAll(() => test.remove());

    const run = async <T = unknown>(statement: RawBuilder<T>): Promise<T[]> =>
      (await statement.execute(test.db.kysely)).rows;

    const insert = (rows: readonly Row[]) =>
      run(sql`
        insert into stand_in (merchant_id, id, user_id, resource, status, name)
        select merchant_id, gen_random_uuid(), user_id, resource, status, 'Ada ' || status
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (merchant_id uuid, user_id uuid, resource text, status text)`);

    const versions = async () =>
      new Map(
        (
          await run(sql<{ merchant_id: string; version: string }>`
            select merchant_id, version from terms_versions where merchant_id = any (${[...TENANTS]}::uuid[])`)
        ).map(({ merchant_id, version }) => [merchant_id, version]),
      );

    /** The tenants whose terms have another version afterwards. */
    async function tenantsChangedBy(act: () => Promise<unknown>): Promise<string[]> {
      const before = await versions();
      await act();
      return [...(await versions())].flatMap(([id, version]) => (before.get(id) === version ? [] : [id])).toSorted();
    }

    it('tell of each change of each tenant once, and change the version of its terms', async () => {
      await fc.assert(
        fc.asyncProperty(ROWS, async (rows) => {
          await run(sql`delete from changes`);
          const tenants = await tenantsChangedBy(() => insert(rows));
          expect(tenants).toEqual([...new Set(rows.map(({ merchant_id }) => merchant_id))].toSorted());
          const written = await run(sql<{ is: string }>`
            select concat_ws(' ', merchant_id, resource, user_id) as is from changes`);
          expect(written.map(({ is }) => is).toSorted()).toEqual(expectedOf(rows));
        }),
        { numRuns: 15 },
      );
    });

    it('change the version of terms only with what counts', async () => {
      const [first, other] = TENANTS;
      await insert(
        [first, other].map((tenant) => ({
          merchant_id: tenant,
          user_id: USERS[0],
          resource: 'roles',
          status: 'draft',
        })),
      );
      const use = () => run(sql`update stand_in set last_used_at = clock_timestamp()`);
      expect(await tenantsChangedBy(use)).toEqual([]);
      const edit = () =>
        run(sql`update stand_in set resource = resource || case merchant_id when ${first} then '2' else '' end`);
      expect(await tenantsChangedBy(edit)).toEqual([first]);
    });

    it('keep the words of texts', async () => {
      const words = async () =>
        (await run(sql<{ word: string }>`select word from search_words where resource = 'stand_in'`))
          .map(({ word }) => word)
          .toSorted();
      await run(sql`delete from stand_in`);
      expect(await words()).toEqual([]);
      await insert([{ merchant_id: TENANTS[0], user_id: USERS[0], resource: 'roles', status: 'draft' }]);
      expect(await words()).toEqual(['ada draft=', 'draft']);
      await run(sql`update stand_in set name = 'Bob'`);
      expect(await words()).toEqual(['bob=']);
    });
  });
});
