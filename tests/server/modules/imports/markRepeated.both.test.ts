import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markRepeated } from '#server/modules/imports/importRows.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

interface Row {
  /** Digests of the values of two unique fields; null for an empty value. */
  keys: readonly [number | null, number | null];
  isDone: boolean;
}

const ROWS = 12;
const digest = fc.option(fc.integer({ min: 0, max: 5 }));
const file = fc.array(fc.record({ keys: fc.tuple(digest, digest), isDone: fc.boolean() }), {
  minLength: ROWS,
  maxLength: ROWS,
});

const keysOf = ({ keys }: Row) => keys.flatMap((key, number) => (key === null ? [] : [`${number}:${key}`]));

/** What each row should be marked with: its first repeated value, and the line of another row that has it. */
function expectedMarks(rows: readonly Row[], lines: readonly number[]): (string | null)[] {
  return rows.map((row, at) => {
    const marks = keysOf(row).flatMap((key) => {
      const same = lines.filter((_, other) => keysOf(rows[other] ?? row).includes(key));
      const others = same.filter((line) => line !== lines[at]);
      const [number] = key.split(':');
      return others.length === 0 ? [] : [`${number}:${lines[at] === same[0] ? others.at(-1) : same[0]}`];
    });
    return marks[0] ?? null;
  });
}

describe.each(EITHER_DATABASE)('the marks of repeated rows, on the %s database', (kind) => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld(kind);
  });
  afterAll(() => world.close());

  it('name another row with the same value, and follow each change of the file', async () => {
    const text = Array.from({ length: ROWS }, (_, at) => `m${at},Name`).join('\n');
    const { id } = await world.uploaded(`code,name\n${text}\n`);
    const { kysely } = world.db;
    const { rows: stored } = await sql<{ merchant_id: string; line: number }>`
      select merchant_id, line from import_rows where import_id = ${id} order by line`.execute(kysely);
    const lines = stored.map(({ line }) => line);
    const place = { merchantId: stored[0]?.merchant_id ?? '', id };
    const marks = async () => {
      const found = await kysely
        .selectFrom('import_rows')
        .where('import_id', '=', id)
        .orderBy('line')
        .select('repeats')
        .execute();
      return found.map(({ repeats }) => repeats);
    };
    await fc.assert(
      fc.asyncProperty(file, async (rows) => {
        for (const [at, row] of rows.entries()) {
          await sql`update import_rows set keys = ${keysOf(row)}::text[], outcome = ${row.isDone ? 'created' : null}
            where import_id = ${id} and line = ${lines[at]}`.execute(kysely);
        }
        const before = await marks();
        const changed = await markRepeated(kysely, place);
        const wanted = expectedMarks(rows, lines).map((mark, at) => (rows[at]?.isDone ? (before[at] ?? null) : mark));
        expect(await marks()).toEqual(wanted);
        expect(changed).toEqual(lines.filter((_, at) => wanted[at] !== before[at]));
      }),
      { numRuns: 60 },
    );
  });
});
