import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { text, workbook } from '#tests/support/workbook.ts';
import { type ImportWorld, importWorld } from './importWorld.ts';

const MORE = {
  groups: {
    version: 1,
    name: 'groups',
    storage: 'table',
    recordRepresentation: 'name',
    fields: [{ source: 'name', type: 'text', required: true, filter: 'eq', sortable: true, search: true }],
  },
  persons: {
    version: 1,
    name: 'persons',
    storage: 'table',
    records: {
      see: {
        any: [
          { field: 'owner_id', eq: '$user' },
          { field: 'code', ne: 'hidden' },
        ],
      },
      write: {
        any: [
          { field: 'owner_id', eq: '$user' },
          { field: 'code', ne: 'fixed' },
        ],
      },
    },
    fields: [
      { source: 'code', type: 'text', required: true, unique: true },
      { source: 'account', type: 'text', mask: 'card' },
      { source: 'group_ids', type: 'references', reference: 'groups', max: 2 },
      { source: 'called_at', type: 'datetime' },
      { source: 'note', type: 'text' },
      { source: 'phones', type: 'texts', format: 'phone' },
      { source: 'names', type: 'texts' },
      {
        source: 'mails',
        type: 'group',
        many: true,
        label: 'Emails',
        fields: [
          {
            source: 'address',
            type: 'text',
            format: 'email',
            required: true,
            label: { en: 'Address', es: 'Dirección' },
          },
          { source: 'kind', type: 'enum', choices: [{ id: 'work' }, { id: 'home' }] },
        ],
      },
      { source: 'owner_id', type: 'reference', reference: 'users' },
    ],
    import: { key: 'code' },
  },
  pages: {
    version: 1,
    name: 'pages',
    storage: 'table',
    recordRepresentation: 'title',
    tree: 'parent_id',
    order: 'position',
    fields: [
      { source: 'title', type: 'text', required: true, unique: true, filter: 'eq', sortable: true, search: true },
      { source: 'parent_id', type: 'reference', reference: 'pages', filter: 'eq', onDelete: 'delete' },
      { source: 'position', type: 'integer' },
    ],
    import: { key: 'title' },
  },
};

describe('an import', () => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld(USUAL_DATABASE, MORE);
    for (const name of ['North', 'South', 'Twin', 'Twin']) await world.create('groups', { name });
  });
  afterAll(() => world.close());

  const persons = async () => new Map((await world.list('persons')).map((one) => [one['code'], one]));
  const problemsOf = async (id: string) => (await world.rows(id)).map((row) => Object.keys(row.problems).toSorted());

  it('fills several references by names or IDs, and guesses none', async () => {
    const [first] = await world.list('groups');
    const file = await world.uploaded(
      'code,group_ids\n' +
        'r1,North; South\n' +
        `r2,"${String(first?.['id'])},South"\n` +
        'r3,Twin\n' +
        'r4,North;Nowhere\n' +
        'r5,\n' +
        `r6,"North;South;${String(first?.['id'])}"\n`,
      'persons.csv',
      'persons',
    );
    expect((await problemsOf(file.id)).slice(0, 5)).toEqual([[], [], ['group_ids'], ['group_ids'], []]);
    await world.applied(file.id, 'valid');
    const all = await persons();
    expect(all.get('r1')?.['group_ids']).toHaveLength(2);
    expect(all.get('r2')?.['group_ids']).toContain(first?.['id']);
    expect([all.has('r3'), all.has('r4')]).toEqual([false, false]);
    expect(all.get('r5')?.['group_ids'] ?? []).toEqual([]);
  });

  it('stores masked values, and takes a shown mask for the value that it stands for', async () => {
    const account = '6222020200112233445';
    const file = await world.uploaded(`code,account\nm1,${account}\n`, 'persons.csv', 'persons');
    await world.applied(file.id, 'all');
    const shown = (await persons()).get('m1')?.['account'];
    expect(shown).toBe('6222••••3445');
    const again = await world.uploaded(`code,account,note\nm1,${String(shown)},x\n`, 'persons.csv', 'persons');
    expect(again.counts).toMatchObject({ problems: 0, update: 1 });
    await world.applied(again.id, 'all');
    const id = String((await persons()).get('m1')?.['id']);
    const revealed = await world.call({
      method: 'POST',
      url: `/prod-api/persons/${id}/reveal`,
      token: world.token,
      payload: { source: 'account' },
    });
    expect(revealed.body).toContain(account);
  });

  it('takes no time that a zone skips, and none that it has twice', async () => {
    const file = await world.uploaded(
      'code,called_at (America/New_York)\n' +
        't1,2026-03-08 01:59:59\n' +
        't2,2026-03-08 02:30:00\n' +
        't3,2026-03-08 03:00:00\n' +
        't4,2026-03-08T02:30:00-05:00\n' +
        't5,2026-11-01 01:30:00\n',
      'persons.csv',
      'persons',
    );
    expect(file.columns[1]?.source).toBe('called_at');
    expect(await problemsOf(file.id)).toEqual([[], ['called_at'], [], [], ['called_at']]);
    await world.applied(file.id, 'valid');
    const all = await persons();
    expect(['t1', 't3', 't4'].map((code) => all.get(code)?.['called_at'])).toEqual([
      '2026-03-08T06:59:59.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T07:30:00.000Z',
    ]);
  });

  it('reads several texts from lines, and phone numbers also from a list', async () => {
    const csv = 'code,phones,names\np1,"112; +86 10 5555 0001","Ada, Countess\nAda"\np2,"112\n112",\np3,12,x\n';
    const file = await world.uploaded(csv, 'persons.csv', 'persons');
    expect(await problemsOf(file.id)).toEqual([[], [], ['phones']]);
    await world.applied(file.id, 'valid');
    const all = await persons();
    expect(all.get('p1')).toMatchObject({ phones: ['112', '+86 10 5555 0001'], names: ['Ada, Countess', 'Ada'] });
    expect(all.get('p2')).toMatchObject({ phones: ['112'], names: null });
    const exported = await world.call({ method: 'GET', url: '/prod-api/persons/export', token: world.token });
    expect(exported.body).toContain('"Ada, Countess\nAda"');
  });

  it('reads groups as exports write them, and names the entry with a problem', async () => {
    const cells = [
      'g1,"Dirección: a@b.example; kind: Home\nADDRESS: c@d.example"',
      'g2,a@b.example',
      'g3,"Address: a@b.example\nAddress: c@d.example; Kind: private"',
      'g4,"Address: a@b"',
      'g5,"Address: a@b.example; Address: c@d.example"',
      'g6,"Address: a@b.example;\nKind: Home"',
      'g7,Kind: Home',
    ];
    const file = await world.uploaded(['code,Emails', ...cells, ''].join('\n'), 'persons.csv', 'persons');
    const wrong = ['mails'];
    expect(await problemsOf(file.id)).toEqual([[], wrong, wrong, wrong, wrong, wrong, wrong]);
    const { rows } = await sql<{ problems: { mails?: { key: string; args?: object }[] } }>`
      select problems from import_rows where import_id = ${file.id} order by line`.execute(world.db.kysely);
    expect(rows.map(({ problems: { mails = [] } }) => mails.map(({ key }) => key))).toEqual([
      [],
      ['import_groups'],
      ['import_in_group', 'import_choice'],
      ['import_in_group', 'invalid_email'],
      ['import_groups'],
      ['import_groups'],
      ['import_in_group', 'required'],
    ]);
    expect(rows[2]?.problems.mails?.[0]?.args).toEqual({ number: 2, name: 'kind' });
    await world.applied(file.id, 'valid');
    expect((await persons()).get('g1')).toMatchObject({
      mails: [
        { address: 'a@b.example', kind: 'home' },
        { address: 'c@d.example', kind: null },
      ],
    });
    const exported = await world.call({ method: 'GET', url: '/prod-api/persons/export', token: world.token });
    expect(exported.body).toContain('"Address: a@b.example; Kind: Home\nAddress: c@d.example"');
  });

  it('keeps to the user’s rights on single records', async () => {
    for (const code of ['hiding', 'fixing', 'open']) await world.create('persons', { code, note: 'before' });
    const names = { hiding: 'hidden', fixing: 'fixed' };
    for (const [from, to] of Object.entries(names))
      await sql`update r_persons set code = ${to} where code = ${from}`.execute(world.db.kysely);
    const file = await world.uploaded('code,note\nopen,after\nfixed,after\nhidden,after\n', 'persons.csv', 'persons');
    await world.applied(file.id, 'valid');
    const { rows } = await sql<{ code: string; note: string }>`
      select code, note from r_persons where code in ('open', 'fixed', 'hidden') order by code`.execute(
      world.db.kysely,
    );
    expect(rows.map(({ code, note }) => [code, note])).toEqual([
      ['fixed', 'before'],
      ['hidden', 'before'],
      ['open', 'after'],
    ]);
  });

  it('asks which of several sheets to read, and names the one that it has read', async () => {
    const sheet = (name: string, code: string) => ({
      name,
      rows: `<row r="1">${text('A1', 'code')}</row><row r="2">${text('A2', code)}</row>`,
    });
    const file = await workbook({ sheets: [sheet('Old', 's1'), sheet('New', 's2')] });
    const asked = await world.upload(file, 'persons.xlsx', 'persons');
    expect(asked.json()).toMatchObject({ data: { error: 'batch_choice' } });
    const read = await world.upload(file, 'persons.xlsx&sheet=New', 'persons');
    expect(read.json()).toMatchObject({ data: { reading: { sheet: 'New' }, counts: { total: 1, create: 1 } } });
    const { id } = read.json<{ data: { id: string } }>().data;
    await world.applied(id, 'all');
    expect([(await persons()).has('s1'), (await persons()).has('s2')]).toEqual([false, true]);
  });

  it('puts records into a tree, but never below themselves', async () => {
    const top = await world.uploaded('title,parent_id\nA,\nB,\n', 'pages.csv', 'pages');
    await world.applied(top.id, 'all');
    const below = await world.uploaded('title,parent_id\nC,A\nD,C\nA,B\n', 'pages.csv', 'pages');
    // D names a record that the file only creates.
    expect(await problemsOf(below.id)).toEqual([[], ['parent_id'], []]);
    await world.applied(below.id, 'valid');
    const cycle = await world.uploaded('title,parent_id\nB,C\n', 'pages.csv', 'pages');
    const after = await world.post(`${cycle.id}/apply`, { mode: 'valid' });
    for (let step = 0; step < 5 && after.statusCode === 200; step += 1) await world.imports.step();
    const all = await world.list('pages');
    const titleOf = (id: unknown) => all.find((one) => one['id'] === id)?.['title'] ?? null;
    const parents = Object.fromEntries(all.map((one) => [one['title'], titleOf(one['parent_id'])]));
    expect(parents).toEqual({ A: 'B', B: null, C: 'A' });
  });
});
