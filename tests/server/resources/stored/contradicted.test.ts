import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import type { Field } from '@merchant-console/declaration';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { changing } from './changing.ts';

const field = (given: object): Field => fieldSchema.parse(given);
const text = (source: string, more: object = {}) => field({ source, type: 'text', ...more });
const CARD = '6222020200112233445';

describe('a declaration that stored values contradict', () => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());
  const stored = changing(() => world);

  it('deletes no more values than the declaration names', async () => {
    const { reopen } = await stored([text('name'), text('fax')], { fax: '1' }, { fax: '2' });
    expect((await reopen([text('name')], { drop: { fax: 1 } })).findings).toMatchObject([
      { id: 'S201', args: { source: 'fax', rows: 2 } },
    ]);
    expect((await reopen([text('name')], { drop: { fax: 2 } })).findings).toEqual([]);
  });

  it.each([
    { before: { type: 'text' }, limit: { maxLength: 3 }, value: 'four', good: '字字字' },
    { before: { type: 'text' }, limit: { minLength: 5 }, value: 'four', good: 'fiver' },
    { before: { type: 'text' }, limit: { pattern: '[a-z]+' }, value: 'A1', good: 'a' },
    { before: { type: 'text' }, limit: { format: 'email' }, value: 'a', good: 'a@b.example' },
    { before: { type: 'text', mask: 'all' }, limit: { maxLength: 3 }, value: 'four', good: 'abc' },
    { before: { type: 'secret' }, limit: { minLength: 5 }, value: 'four', good: 'fiver' },
    { before: { type: 'texts' }, limit: { maxLength: 3 }, value: ['a', 'four'], good: ['abc', 'abd'] },
    { before: { type: 'texts' }, limit: { format: 'email' }, value: ['a@b.example', 'a'], good: ['a@b.example'] },
    { before: { type: 'texts' }, limit: { max: 2 }, value: ['a', 'b', 'c'], good: ['a', 'b'] },
    { before: { type: 'integer' }, limit: { min: 3 }, value: 2, good: 3 },
    { before: { type: 'rate' }, limit: { max: 3 }, value: 4, good: 3 },
    { before: { type: 'money' }, limit: { max: '9007199254740993' }, value: '9007199254740994', good: '1' },
    { before: { type: 'money' }, limit: { nonZero: true }, value: '0', good: '1' },
    { before: { type: 'date' }, limit: { min: '2026-02-01' }, value: '2026-01-31', good: '2026-02-01' },
  ])('accepts $limit of $before only if no stored value breaks it', async ({ before, limit, value, good }) => {
    const { reopen } = await stored([field({ source: 'f', ...before })], { f: value }, { f: good }, {});
    const narrower = field({ source: 'f', ...before, ...limit });
    const [[key, limited] = []] = Object.entries(limit);
    const args = { source: 'f', limit: `"${key}": ${JSON.stringify(limited)}`, rows: 1 };
    const { findings } = await reopen([narrower]);
    expect(findings).toMatchObject([{ id: 'S208', path: ['fields', 0, key], args }]);
    expect(findings[0]?.args['id']).toMatch(/^[0-9a-f-]{36}$/);
    const free = await stored([field({ source: 'f', ...before })], { f: good }, {});
    expect((await free.reopen([narrower])).findings).toEqual([]);
    expect((await free.reopen([field({ source: 'f', ...before })])).findings).toEqual([]);
  });

  it('accepts limits that an earlier version of the server has accepted without remembering them', async () => {
    const { name, reopen } = await stored([text('name')], { name: 'a long name' });
    await sql`update stored_resources set fields = fields #- '{name,limits}' where name = ${name}`.execute(
      world.db.kysely,
    );
    expect((await reopen([text('name', { maxLength: 3 })])).findings).toEqual([]);
  });

  it('undoes a mask only if the declaration says so, also where a server died in between', async () => {
    const { name, reopen, columns } = await stored([text('account', { mask: 'card' })], { account: CARD }, {});
    const unmasked = [text('account', { filter: 'eq' })];
    expect((await reopen(unmasked)).findings).toMatchObject([{ id: 'S207', args: { rows: 1 } }]);
    await sql`alter table ${sql.table(`r_${name}`)} add column account text`.execute(world.db.kysely);
    const { findings, read } = await reopen(unmasked, { unmask: ['account'] });
    expect(findings).toEqual([]);
    expect((await read()).map(({ account }) => account)).toEqual(expect.arrayContaining([CARD, null]));
    expect((await columns()).filter((column) => column.startsWith('account$'))).toEqual([]);
    expect((await reopen(unmasked)).findings).toEqual([]);
  });

  it.each([
    { type: 'integer', good: '-12', bad: ['007', '1.0', '1e3', ' 5', '', '2147483648'], becomes: -12 },
    { type: 'boolean', good: 'true', bad: ['yes', 'TRUE'], becomes: true },
    { type: 'date', good: '2028-02-29', bad: ['2026-02-29', '8.3.2026', '2026-3-8'], becomes: '2028-02-29' },
  ] as const)(
    'converts texts to $type only if it is declared and each is one',
    async ({ type, good, bad, becomes }) => {
      const { reopen } = await stored([text('f')], ...[good, ...bad].map((f) => ({ f })), {});
      const after = [field({ source: 'f', type })];
      expect((await reopen(after)).findings).toMatchObject([{ id: 'S202' }]);
      const refused = await reopen(after, { convert: { f: type } });
      const args = { type, rows: bad.length };
      expect(refused.findings).toMatchObject([{ id: 'S212', path: ['fields', 0, 'type'], args }]);
      const free = await stored([text('f')], { f: good }, {});
      const { findings, read } = await free.reopen(after, { convert: { f: type } });
      expect(findings).toEqual([]);
      expect((await read()).map(({ f }) => f)).toEqual(expect.arrayContaining([becomes, null]));
      expect((await free.reopen(after)).findings).toEqual([]);
    },
  );

  it('converts numbers to texts only within the limits of the texts', async () => {
    const { reopen } = await stored([field({ source: 'f', type: 'integer' })], { f: 12_345 }, { f: 1 });
    expect((await reopen([text('f', { maxLength: 4 })])).findings).toMatchObject([{ id: 'S208', args: { rows: 1 } }]);
    expect((await reopen([text('f', { maxLength: 5 })])).findings).toEqual([]);
  });

  it('requires a reference only if all records have one, because it has no default', async () => {
    const owner = { source: 'owner_id', type: 'reference', reference: 'owners' };
    const { reopen } = await stored([text('name'), field(owner)], { name: 'a' });
    expect((await reopen([text('name'), field({ ...owner, required: true })])).findings).toMatchObject([
      { id: 'S209', path: ['fields', 1, 'required'], args: { source: 'owner_id', rows: 1 } },
    ]);
  });
});
