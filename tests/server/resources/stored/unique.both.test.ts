import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import type { Declaration, Field } from '@merchant-console/declaration';
import { CITUS_URL } from '#tests/support/citus.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const field = (given: object): Field => fieldSchema.parse(given);
const text = (source: string, more: object = {}) => field({ source, type: 'text', ...more });
const TOGETHER = { not_unique: { key: 'not_unique' }, together: { key: 'not_unique_together' } };
const CALLERS = 16;

describe.each(EITHER_DATABASE)('unique values on %s', (kind) => {
  let world: StoredWorld;
  let serial = 0;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
  });
  afterAll(() => world.close());

  const open = (fields: Field[], more: Partial<Declaration> = {}, name = `things${++serial}`) =>
    world.open({ name, fields, ...more });

  it.each([
    ['Acme', 'aCME'],
    ['ÉCOLE', 'école'],
    ['Σοφία', 'σΟΦΊΑ'],
    ['Ёлка', 'ёЛКА'],
  ])('ignore case if the field says so: %s and %s', async (one, other) => {
    const { writer } = await open([text('name', { unique: 'ignoring case' })]);
    const { id } = await writer.create(world.actor, { name: one });
    await expect(writer.create(world.actor, { name: other })).rejects.toMatchObject({
      fields: { name: TOGETHER.not_unique },
    });
    await expect(writer.create(world.stranger, { name: other })).resolves.toMatchObject({ name: other });
    await expect(writer.update(world.actor, { id, revision: 1 }, { name: other })).resolves.toMatchObject({
      name: other,
    });
  });

  // A stand-in for such a table, so not on a cluster.
  it.skipIf(kind === 'postgres' && CITUS_URL !== undefined)(
    'are named also if the index has the name of a part',
    async () => {
      const { writer } = await open([text('name', { unique: true })]);
      const index = `r_things${serial}$name$key`;
      await sql`alter index ${sql.ref(index)} rename to ${sql.ref(`${index}_102321`)}`.execute(world.db.kysely);
      await writer.create(world.actor, { name: 'Acme' });
      await expect(writer.create(world.actor, { name: 'Acme' })).rejects.toMatchObject({
        fields: { name: TOGETHER.not_unique },
      });
    },
  );

  it('keep accents and other scripts apart', async () => {
    const { writer } = await open([text('name', { unique: 'ignoring case' })]);
    for (const name of ['ecole', 'école', '支付', 'か', 'が', 'ß', 'ss'])
      await expect(writer.create(world.actor, { name })).resolves.toMatchObject({ name });
  });

  it('are accepted ignoring case only if existing values are', async () => {
    const name = `things${++serial}`;
    const { writer } = await open([text('name', { unique: true })], {}, name);
    await writer.create(world.actor, { name: 'Acme' });
    const { id } = await writer.create(world.actor, { name: 'ACME' });
    const folded = [text('name', { unique: 'ignoring case' })];
    const refused = await open(folded, {}, name);
    expect(refused.findings).toMatchObject([{ id: 'S205', path: ['fields', 0, 'unique'], args: { rows: 1 } }]);
    await writer.update(world.actor, { id, revision: 1 }, { name: 'Other' });
    const { findings, writer: after } = await open(folded, {}, name);
    expect(findings).toEqual([]);
    await expect(after.create(world.actor, { name: 'OTHER' })).rejects.toMatchObject({ id: 'validation' });
    const exact = await open([text('name', { unique: true })], {}, name);
    await expect(exact.writer.create(world.actor, { name: 'OTHER' })).resolves.toBeDefined();
  });

  it('may be combinations, of records that have all values', async () => {
    const fields = [text('customer'), field({ source: 'no', type: 'integer' }), text('note')];
    const { writer } = await open(fields, { unique: [['customer', 'no']] });
    await writer.create(world.actor, { customer: 'a', no: 1 });
    for (const values of [{ customer: 'a', no: 2 }, { customer: 'b', no: 1 }, { no: 1 }, { no: 1 }])
      await writer.create(world.actor, values);
    await writer.create(world.stranger, { customer: 'a', no: 1 });
    const both = { customer: TOGETHER.together, no: TOGETHER.together };
    await expect(writer.create(world.actor, { customer: 'a', no: 1 })).rejects.toMatchObject({ fields: both });
  });

  it('share the size of an index entry', async () => {
    const long = { maxLength: 5_000 };
    const { writer } = await open([text('a', long), text('b', long)], { unique: [['a', 'b']] });
    const most = 'x'.repeat(1_300);
    await writer.create(world.actor, { a: most, b: most });
    await expect(writer.create(world.actor, { a: `${most}x`, b: 'y' })).rejects.toMatchObject({
      fields: { a: { key: 'too_long', args: { max: 1_300 } } },
    });
  });

  it('are accepted as combinations only if existing records are, and are dropped and moved with their resource', async () => {
    const name = `things${++serial}`;
    const fields = [text('a'), text('b')];
    const { writer } = await open(fields, {}, name);
    await writer.create(world.actor, { a: 'x', b: 'y' });
    const { id } = await writer.create(world.actor, { a: 'x', b: 'y' });
    const unique = [['a', 'b']];
    expect((await open(fields, { unique }, name)).findings).toMatchObject([
      { id: 'S205', path: ['unique', 0], args: { source: 'a, b', rows: 1 } },
    ]);
    await writer.remove(world.actor, { id, revision: 1 });
    expect((await open(fields, { unique }, name)).findings).toEqual([]);
    const moved = `moved${serial}`;
    const renamed = await open(fields, { unique, migrate: { from: name } }, moved);
    expect(renamed.findings).toEqual([]);
    await expect(renamed.writer.create(world.actor, { a: 'x', b: 'y' })).rejects.toMatchObject({ id: 'validation' });
    const free = await open(fields, {}, moved);
    await expect(free.writer.create(world.actor, { a: 'x', b: 'y' })).resolves.toBeDefined();
  });
});

describe('unique values of concurrent writers on PostgreSQL', () => {
  it('are written by one of them', async () => {
    const world = await startStoredWorld('postgres');
    const fields = [text('name', { unique: 'ignoring case' }), text('a'), text('b')];
    const { writer } = await world.open({ name: 'things', fields, unique: [['a', 'b']] });
    const race = async (values: (caller: number) => Record<string, string>) => {
      const all = Array.from({ length: CALLERS }, (_, caller) => writer.create(world.actor, values(caller)));
      const outcomes = await world.db.patiently(() => Promise.allSettled(all));
      return outcomes.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await race((caller) => ({ name: caller % 2 === 0 ? 'same' : 'SAME' }))).toBe(1);
    expect(await race((caller) => ({ name: `${caller}`, a: 'x', b: 'y' }))).toBe(1);
    await world.close();
  });
});
