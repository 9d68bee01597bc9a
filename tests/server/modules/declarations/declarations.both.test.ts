import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckedDeclaration, DeclarationData } from '#shared/contract/declarations.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const TOOLS = {
  version: 1,
  name: 'tools',
  storage: 'table',
  label: { en: 'Tools' },
  fields: [
    { source: 'name', type: 'text', required: true },
    { source: 'serial', type: 'text', mask: 'all' },
    { source: 'price', type: 'integer', permission: 'prices' },
    { source: 'state', type: 'text', readOnly: true },
  ],
  actions: [{ key: 'retire', set: { name: 'Retired' } }],
};

describe.each(EITHER_DATABASE)('declarations in the console, on %s', (kind) => {
  let world: World;
  let token: string;
  let folder: string;
  beforeAll(async () => {
    world = await startWorld(kind, { orders: 20, resources: { tools: TOOLS } });
    ({ login_token: token } = await world.signIn('operator'));
    folder = world.resourcesFolder;
    const { login_token: merchant } = await world.signIn('demo');
    for (const name of ['Saw', 'Drill']) {
      const payload = { name, serial: '12345678', price: 5 };
      const made = await world.call({ method: 'POST', url: '/prod-api/tools', token: merchant, payload });
      expect(made.json()).toMatchObject({ code: 0 });
    }
  });
  afterAll(() => world.close());
  beforeEach(() => world.writeResource('tools', TOOLS));

  const get = async (url: string, as = token) =>
    (await world.call({ method: 'GET', url: `/prod-api${url}`, token: as })).json();
  const read = async (name = 'tools'): Promise<DeclarationData> => (await get(`/declarations/${name}`)).data;
  const check = async (text: string, name = 'tools'): Promise<CheckedDeclaration> => {
    const payload = { name, text };
    return (await world.call({ method: 'POST', url: '/prod-api/declarations/check', token, payload })).json().data;
  };
  const put = (name: string, payload: object, as = token) =>
    world.call({ method: 'PUT', url: `/prod-api/declarations/${name}`, token: as, payload });
  const onDisk = (name: string) => readFile(path.join(folder, `${name}.json`), 'utf8');
  const changed = (more: object) => `${JSON.stringify({ ...TOOLS, ...more }, null, 2)}\n`;
  const withFields = (...fields: object[]) => changed({ fields: [...TOOLS.fields, ...fields] });

  it('are listed if the server stores their records, and read as they are written', async () => {
    expect((await get('/declarations')).data).toEqual({
      declarations: [{ name: 'tools', errors: 0, warnings: 0 }],
      is_writable: true,
    });
    expect(await read()).toMatchObject({ name: 'tools', text: await onDisk('tools') });
    expect(await get('/declarations/orders')).toMatchObject({ code: 40400 });
    expect(await get('/declarations/nothing')).toMatchObject({ code: 40400 });
  });

  it('are checked with what saving would do, and change nothing by it', async () => {
    const before = await onDisk('tools');
    const { problems, plan, agreed } = await check(withFields({ source: 'weight', type: 'integer' }));
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({ rows: 2, steps: [{ step: 'add', subject: 'weight', count: 0 }] });
    expect(agreed).not.toBeNull();
    expect(await onDisk('tools')).toBe(before);

    const wrong = await check(withFields({ source: 'weight', type: 'number' }));
    expect(wrong).toMatchObject({ plan: null, agreed: null });
    expect(wrong.problems).toMatchObject([{ file: 'tools.json', severity: 'error', pointer: '/fields/4/type' }]);
    expect((await check('{ "version": 1,')).problems[0]).toMatchObject({ severity: 'error', line: 1 });
  });

  it('are saved as the same file, and are in use at once', async () => {
    const { revision } = await read();
    const text = withFields({ source: 'weight', type: 'integer', 'x-note': 'kept' });
    const { agreed } = await check(text);
    const saved = await put('tools', { text, revision, agreed });
    expect(saved.json()).toMatchObject({ code: 0, data: { name: 'tools', text } });
    expect(await onDisk('tools')).toBe(text);
    const { login_token: merchant } = await world.signIn('demo');
    const payload = { name: 'Plane', weight: 3 };
    const made = await world.call({ method: 'POST', url: '/prod-api/tools', token: merchant, payload });
    expect(made.json()).toMatchObject({ code: 0, data: { weight: 3 } });
    await world.call({ method: 'DELETE', url: `/prod-api/tools/${made.json().data.id}`, token: merchant });
    const log = await get('/audit-logs?range=[0,0]&filter=%7B%22resource%22%3A%22declarations%22%7D');
    expect(log.data[0]).toMatchObject({ action: 'declarations.edit', record_id: 'tools' });
    await expect(stat(path.join(folder, `tools.json.${process.pid}.tmp`))).rejects.toThrow('ENOENT');
  });

  it('are created as new files, which nobody gains a right by', async () => {
    const text = JSON.stringify({ ...TOOLS, name: 'vans', label: { en: 'Vans' } });
    const { agreed, plan } = await check(text, 'vans');
    expect(plan).toMatchObject({ rows: 0, steps: [{ step: 'create' }] });
    expect((await put('vans', { text, revision: null, agreed })).json()).toMatchObject({ code: 0 });
    const { login_token: merchant } = await world.signIn('demo');
    expect(await get('/vans', merchant)).toMatchObject({ code: 40300 });
    expect((await put('vans', { text, revision: null, agreed })).json()).toMatchObject({
      code: 40900,
      data: { error: 'declaration_changed' },
    });
    await world.writeResource('vans', null);
  });

  it.each([
    ['grants', { tenants: ['merchant'], menu: {}, grants: { Support: ['list'] } }, ['/tenants', '/menu', '/grants']],
    ['conditions for records', { records: { see: { field: 'name', in: ['Saw'] } } }, ['/records']],
    [
      'a permission of a field',
      { fields: [...TOOLS.fields.slice(0, 2), { source: 'price', type: 'integer' }, ...TOOLS.fields.slice(3)] },
      ['/fields/2'],
    ],
    [
      'a mask',
      {
        fields: TOOLS.fields.map(({ mask: _mask, ...one }: Record<string, unknown>) => one),
        migrate: { unmask: ['serial'] },
      },
      ['/migrate/unmask', '/fields/1'],
    ],
    ['a permission of an action', { actions: [{ ...TOOLS.actions[0], permission: 'list' }] }, ['/actions/0']],
    [
      'a field that was read-only',
      { fields: TOOLS.fields.map((one) => (one.source === 'state' ? { source: 'state', type: 'text' } : one)) },
      ['/fields/3'],
    ],
    ['what an action writes', { actions: [{ ...TOOLS.actions[0], set: { price: 0 } }] }, ['/actions/0']],
    [
      'an action that the server executes',
      {
        actions: [
          ...TOOLS.actions,
          {
            key: 'age',
            scope: 'scheduled',
            every: 'day',
            at: '03:00',
            when: { field: 'name', in: ['Saw'] },
            set: { name: 'Old' },
          },
        ],
      },
      ['/actions/1'],
    ],
    [
      'an action by a permission that users have',
      { actions: [...TOOLS.actions, { key: 'rename', permission: 'show', set: { name: 'Renamed' } }] },
      ['/actions/1'],
    ],
  ])('refuse %s', async (_what, more, pointers) => {
    const { problems, agreed } = await check(changed(more));
    expect(problems.map(({ id, pointer }) => [id, pointer])).toEqual(pointers.map((pointer) => ['S218', pointer]));
    expect(agreed).toBeNull();
    const { revision } = await read();
    const saved = await put('tools', { text: changed(more), revision, agreed: 'anything' });
    expect(saved.json()).toMatchObject({ code: 40900, data: { error: 'declaration_refused' } });
    expect(await read()).toMatchObject({ revision });
  });

  it('refuse the removal of values that the user has not been shown', async () => {
    const fields = TOOLS.fields.filter(({ source }) => source !== 'price');
    const text = changed({ fields, migrate: { drop: { price: 2 } } });
    const { plan, agreed } = await check(text);
    expect(plan?.steps).toEqual([{ step: 'drop', subject: 'price', from: '', count: 2 }]);
    const { revision } = await read();
    const other = await put('tools', { text, revision, agreed: 'what was shown before' });
    expect(other.json()).toMatchObject({ code: 40900, data: { error: 'plan_changed' } });
    expect(await read()).toMatchObject({ revision });
    expect(agreed).not.toBeNull();
  });

  it('are not overwritten if somebody has changed the file', async () => {
    const { revision } = await read();
    const text = withFields({ source: 'colour', type: 'text' });
    const { agreed } = await check(text);
    await world.writeResource('tools', { ...TOOLS, label: { en: 'Machines' } });
    expect((await put('tools', { text, revision, agreed })).json()).toMatchObject({
      code: 40900,
      data: { error: 'declaration_changed' },
    });
    expect(JSON.parse(await onDisk('tools'))).toMatchObject({ label: { en: 'Machines' } });
  });

  it('are saved by one of two users at the same time', async () => {
    const { revision } = await read();
    const texts = [withFields({ source: 'a', type: 'text' }), withFields({ source: 'b', type: 'text' })];
    const agreed = await Promise.all(texts.map(async (text) => (await check(text)).agreed));
    const saved = await Promise.all(texts.map((text, at) => put('tools', { text, revision, agreed: agreed[at] })));
    expect(saved.map((one) => one.json().code)).toContain(40900);
    expect(saved.filter((one) => one.json().code === 0)).toHaveLength(1);
    expect(texts).toContain(await onDisk('tools'));
  });

  it('require the permission, a confirmed session, and the platform', async () => {
    const { login_token: merchant } = await world.signIn('demo');
    expect(await get('/declarations', merchant)).toMatchObject({ code: 40300 });
    const { login_token: unconfirmed } = await world.signInUnconfirmed('operator');
    const { text, revision } = await read();
    const { agreed } = await check(text);
    const saved = await put('tools', { text, revision, agreed }, unconfirmed);
    expect(saved.json()).toMatchObject({ data: { error: 'confirmation_required' } });
  });

  it('of dashboards are checked and saved, but not under the name of stored records', async () => {
    const cards = [{ type: 'list', reference: 'orders' }];
    const text = (name: string) => JSON.stringify({ version: 1, name, kind: 'dashboard', cards });
    const { problems, agreed } = await check(text('board'), 'board');
    expect(problems).toEqual([]);
    expect((await put('board', { text: text('board'), revision: null, agreed })).statusCode).toBe(200);
    expect((await get('/declarations')).data.declarations).toContainEqual({ name: 'board', errors: 0, warnings: 0 });
    expect(await check(text('tools'))).toMatchObject({
      problems: [{ id: 'S230', severity: 'error', pointer: '/kind' }],
      agreed: null,
    });
    // Written without the console, it doesn't hide the records either.
    await world.writeResource('tools', { version: 1, name: 'tools', kind: 'dashboard', cards });
    const found = async () => (await get('/resource-problems')).data.problems.map(({ id }: { id: string }) => id);
    await expect.poll(found).toContain('S230');
    const { login_token: merchant } = await world.signIn('demo');
    expect((await get('/tools', merchant)).data.length).toBeGreaterThan(0);
    await rm(path.join(folder, 'board.json'));
    await expect.poll(async () => (await get('/declarations')).data.declarations).toHaveLength(1);
  });
});
