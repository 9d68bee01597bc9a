import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CITUS_URL } from '#tests/support/citus.ts';
import { batchWorld, HEADER, row, type BatchWorld } from './batchWorld.ts';

/** Writes the limit of the statement that changes a batch to its file name. */
const NOTE_LIMIT = [
  `create function note_limit() returns trigger language plpgsql as $$
  begin
    new.file_name := current_setting('statement_timeout');
    return new;
  end $$`,
  'create trigger note_limit before update on batch_transfers for each row execute function note_limit()',
];

describe('changes of all rows of a batch on PostgreSQL', () => {
  let batches: BatchWorld;
  beforeAll(async () => {
    batches = await batchWorld('postgres');
    for (const statement of NOTE_LIMIT) await sql.raw(statement).execute(batches.world.db.kysely);
  });
  afterAll(() => batches.world.close());

  it('can contain texts that are too long for any name, which the user corrects', async () => {
    const long = Array.from({ length: 2_500 }, (_, at) => String.fromCodePoint(0x4e_00 + ((at * 7919) % 20_000))).join(
      '',
    );
    const draft = await batches.uploaded(
      [HEADER, row({ name: long, bank: long, branch: long, remark: long })].join('\n'),
    );
    const [item] = (await batches.items(draft.id)).items;
    expect(Object.keys(item?.problems ?? {}).toSorted()).toEqual(['bank_name', 'branch_name', 'payee_name', 'remark']);
    const repaired = await batches.repair(item ?? { id: '' }, { payee_name: long.slice(0, 100) });
    expect(repaired.data?.item.problems).not.toHaveProperty('payee_name');
  });

  // The limits of statements are those of sessions on the coordinator, which a trigger on another node doesn't see.
  it.skipIf(CITUS_URL !== undefined)(
    'have the time of background work, because a file may have 10,000 rows',
    async () => {
      const draft = await batches.uploaded([HEADER, row({ card: '62220212' })].join('\n'));
      const noted = async (change: Promise<{ status: number }>) => {
        expect((await change).status).toBe(200);
        return (await batches.items(draft.id)).batch.file_name;
      };
      const [item] = (await batches.items(draft.id)).items;
      expect(await noted(batches.repair(item ?? { id: '' }, { remark: 'one row' }))).toBe('4s');
      expect(await noted(batches.acceptCards((await batches.items(draft.id)).batch))).toBe('30s');
      expect(await noted(batches.act(draft.id, 'recheck'))).toBe('30s');
      expect(await noted(batches.submit((await batches.items(draft.id)).batch))).toBe('30s');
    },
  );
});
