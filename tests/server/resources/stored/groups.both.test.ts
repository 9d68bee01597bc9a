import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import type { Field } from '@merchant-console/declaration';
import { compileFilter } from '#server/resources/compileFilter.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { changing } from './changing.ts';

const ADDRESS = { source: 'address', type: 'text', required: true };
const KIND = { source: 'kind', type: 'enum', choices: [{ id: 'work' }, { id: 'home' }] };
const SHARE = { source: 'share', type: 'decimal', scale: 1 };

function mails(fields: object[], more: object = {}): Field {
  return fieldSchema.parse({ source: 'mails', type: 'group', many: true, fields, ...more });
}

const ada = { address: 'ada@mail.example', kind: 'work', share: '0.5' };
const anna = { address: 'anna@mail.example', kind: null, share: null };

describe.each(EITHER_DATABASE)('groups stored on the %s database', (kind) => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
  });
  afterAll(() => world.close());
  const stored = changing(() => world);

  it('are read with all their values, in their order, and replaced as a whole', async () => {
    const { reopen } = await stored([mails([ADDRESS, KIND, SHARE])], { mails: [ada, anna] });
    const { read, writer } = await reopen([mails([ADDRESS, KIND, SHARE])]);
    const [first] = await read();
    expect(first?.['mails']).toEqual([ada, anna]);
    await writer.update(world.actor, { id: first?.id ?? '', revision: null }, { mails: [anna] });
    expect((await read())[0]).toMatchObject({ mails: [anna], revision: 2 });
    await writer.update(world.actor, { id: first?.id ?? '', revision: null }, { mails: null });
    expect((await read())[0]).toMatchObject({ mails: null });
  });

  it('are found by the words of their texts only, also once the declaration says so later', async () => {
    const { reopen } = await stored([mails([ADDRESS, KIND])], { mails: [anna, ada] }, { mails: [anna] }, {});
    const { resource, source, writer, read } = await reopen([mails([ADDRESS, KIND], { search: true })]);
    const found = async (q: string) => {
      const conditions = compileFilter(resource, { q });
      const query = { conditions, sort: { source: 'id', descending: false }, range: [0, 9] as [number, number] };
      return (await source.list(world.actor.merchantId, query)).total;
    };
    expect(await Promise.all(['ada', 'ANNA', 'mail.example', 'work', 'kind'].map(found))).toEqual([1, 2, 2, 0, 0]);
    const both = (await read()).find(({ mails: value }) => Array.isArray(value) && value.length === 2);
    await writer.update(world.actor, { id: both?.id ?? '', revision: null }, { mails: [ada] });
    expect(await Promise.all(['ada', 'anna'].map(found))).toEqual([1, 1]);
  });

  it('get a new value, and lose one that none of them has', async () => {
    const { reopen } = await stored([mails([ADDRESS, KIND])], { mails: [anna] });
    const more = await reopen([mails([ADDRESS, SHARE])]);
    expect(more.findings).toEqual([]);
    expect(await more.read()).toMatchObject([{ mails: [{ address: anna.address, share: null }] }]);
  });

  it.each([
    ['lose a value', [ADDRESS]],
    ['lose a choice', [ADDRESS, { ...KIND, choices: [{ id: 'home' }] }]],
    ['must have a value', [ADDRESS, { ...KIND, required: true }]],
    ['have shorter texts', [{ ...ADDRESS, maxLength: 5 }, KIND]],
    ['have a value of another type', [ADDRESS, { source: 'kind', type: 'text' }]],
  ])('that exist don’t %s', async (_what, fields) => {
    const { reopen } = await stored([mails([ADDRESS, KIND])], { mails: [{ address: 'ada@mail.example', kind: 'work' }] }, { mails: [anna] }); // prettier-ignore
    const { findings } = await reopen([mails(fields)]);
    expect(findings).toMatchObject([
      { id: 'S208', path: ['fields', 0, 'fields'], args: { source: 'mails', limit: '"fields"' } },
    ]);
  });

  it('don’t take the place of other values, nor others that of theirs', async () => {
    const texts = fieldSchema.parse({ source: 'mails', type: 'texts' });
    const { reopen } = await stored([texts], { mails: ['ada@mail.example'] });
    expect((await reopen([mails([ADDRESS])])).findings).toMatchObject([{ id: 'S202', args: { rows: 1 } }]);
    const groups = await stored([mails([ADDRESS])], { mails: [{ address: 'a' }] });
    expect((await groups.reopen([texts])).findings).toMatchObject([{ id: 'S202', args: { rows: 1 } }]);
    const empty = await stored([texts], {});
    expect((await empty.reopen([mails([ADDRESS])])).findings).toEqual([]);
    expect((await empty.reopen([texts])).findings).toEqual([]);
    expect(await empty.columns()).not.toContain('mails$texts');
  });

  it('are renamed with their words', async () => {
    const { reopen, columns } = await stored([mails([ADDRESS], { search: true })], { mails: [{ address: 'a' }] });
    const renamed = { ...mails([ADDRESS], { search: true }), source: 'addresses' };
    const { findings, read } = await reopen([renamed], { rename: { mails: 'addresses' } });
    expect([findings, await read()]).toMatchObject([[], [{ addresses: [{ address: 'a' }] }]]);
    expect(await columns()).toEqual(expect.arrayContaining(['addresses', 'addresses$texts']));
    expect(await columns()).not.toContain('mails$texts');
  });
});
