import { describe, expect, it } from 'vitest';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { BUILT_IN_PERMISSIONS } from '#server/access/entitlements.ts';
import { BUILT_IN_PAGE_NAMES } from '#server/access/permissionToOpen.ts';
import { endpointsInMemory, followFolder } from '#tests/support/followedFolder.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** One key per line, so that the line number of a problem identifies the key. */
const declared = (name: string, more: object = {}) =>
  JSON.stringify({ version: 1, name, ...more, fields: [{ source: 'title', type: 'text' }] }, null, 1);
const ENDPOINT_LINE = 4;

const environment = {
  calls: ['/login', '/batches/export'],
  permissions: Object.values(BUILT_IN_PERMISSIONS).flat(),
  builtInPages: BUILT_IN_PAGE_NAMES,
  indexes: OWN_INDEXES,
};

/** Files that are read before and after `orders.json`. */
const NEWCOMERS = ['aaa', 'zzz'];

describe.each(NEWCOMERS)('a new file %s.json with the endpoint of another resource', (name) => {
  const endpoints = { orders: 'orders' };
  const clash = `${name}.json:${ENDPOINT_LINE} R203`;
  const newcomer = { [`${name}.json`]: declared(name, { endpoint: 'orders' }) };
  const shipped = { 'orders.json': declared('orders') };

  it('is rejected while the other runs, also after a restart', async () => {
    const remembered = endpointsInMemory();
    const folder = await temporaryFolder({ 'parcels.json': declared('parcels', { endpoint: 'orders' }) });
    const before = await followFolder(folder, { endpoints: remembered });
    await before.change(newcomer);
    expect([before.endpoints(), before.problems()]).toEqual([{ orders: 'parcels' }, [clash]]);
    await before.registry.close();
    const after = await followFolder(folder, { endpoints: remembered });
    expect([after.endpoints(), after.problems()]).toEqual([{ orders: 'parcels' }, [clash]]);
  });

  it('is rejected beside a shipped one that appears with it or after it', async () => {
    const together = await followFolder(await temporaryFolder({ ...newcomer, ...shipped }), { environment });
    expect([together.endpoints(), together.problems()]).toEqual([endpoints, [clash]]);
  });

  it("is rejected while the other's file is invalid, also after a restart", async () => {
    const remembered = endpointsInMemory();
    const folder = await temporaryFolder(shipped);
    const running = await followFolder(folder, { endpoints: remembered });
    await running.change({ ...newcomer, 'orders.json': '{' });
    expect(running.endpoints()).toEqual(endpoints);
    expect(running.problems()).toContain(clash);
    await running.registry.close();
    const restarted = await followFolder(folder, { endpoints: remembered });
    expect(restarted.endpoints()).toEqual({});
    expect(restarted.problems()).toContain(clash);
  });

  it('takes over when the other is deleted, or moves in the same change', async () => {
    const folder = await temporaryFolder(shipped);
    const gone = await followFolder(folder);
    await gone.change({ ...newcomer, 'orders.json': null });
    expect([gone.endpoints(), gone.problems()]).toEqual([{ orders: name }, []]);

    const moving = await followFolder(await temporaryFolder(shipped));
    await moving.change({ ...newcomer, 'orders.json': declared('orders', { endpoint: 'sales' }) });
    expect([moving.endpoints(), moving.problems()]).toEqual([{ orders: name, sales: 'orders' }, []]);
  });

  it("doesn't take over if the other's change can't be activated", async () => {
    const { change, endpoints: served } = await followFolder(await temporaryFolder(shipped), {
      activate: async ({ endpoint }) => ({
        backend: null,
        findings: endpoint === 'sales' ? [{ id: 'S201', severity: 'error', path: ['fields'], args: {} }] : [],
      }),
    });
    await change({ ...newcomer, 'orders.json': declared('orders', { endpoint: 'sales' }) });
    expect(served()).toEqual(endpoints);
  });

  it('keeps the endpoint when the previous resource returns, also after a restart', async () => {
    const remembered = endpointsInMemory();
    const folder = await temporaryFolder({ 'm.json': declared('m') });
    const first = await followFolder(folder, { endpoints: remembered });
    await first.change({ 'm.json': null, [`${name}.json`]: declared(name, { endpoint: 'm' }) });
    await first.change({ 'm.json': declared('m') });
    expect([first.endpoints(), first.problems()]).toEqual([{ m: name }, ['m.json:3 R203']]);
    await first.registry.close();
    const second = await followFolder(folder, { endpoints: remembered });
    expect([second.endpoints(), second.problems()]).toEqual([{ m: name }, ['m.json:3 R203']]);
  });

  it('is rejected above or below the endpoint of a running one', async () => {
    const folder = await temporaryFolder({ 'm.json': declared('m', { endpoint: 'field/agents' }) });
    const above = await followFolder(folder);
    await above.change({ [`${name}.json`]: declared(name, { endpoint: 'field' }) });
    expect([above.endpoints(), above.problems()]).toEqual([
      { 'field/agents': 'm' },
      [`${name}.json:${ENDPOINT_LINE} R232`],
    ]);
    await above.change({ [`${name}.json`]: declared(name, { endpoint: 'field/agents/new' }) });
    expect([above.endpoints(), above.problems()]).toEqual([
      { 'field/agents': 'm' },
      [`${name}.json:${ENDPOINT_LINE} R205`],
    ]);
  });

  it("with the other's name is rejected by its name, and the other stays", async () => {
    const folder = await temporaryFolder({ ...shipped, [`${name}.json`]: declared('orders') });
    const { endpoints: served, problems } = await followFolder(folder);
    expect(served()).toEqual(endpoints);
    expect(problems()).toEqual(expect.arrayContaining([`${name}.json:3 R201`, `${name}.json:3 R202`]));
  });

  it('with an action at an address of the other is rejected', async () => {
    const folder = await temporaryFolder({ 'm.json': declared('m') });
    const { change, problems, endpoints: served } = await followFolder(folder);
    const action = { key: 'end', set: { title: 'over' }, path: 'm/:id/end' };
    await change({ [`${name}.json`]: declared(name, { storage: 'table', actions: [action] }) });
    expect(served()).toEqual({ m: 'm' });
    expect(problems().map((problem) => problem.replace(/\d+ /, ''))).toEqual([`${name}.json:R230`]);
  });
});

describe('a new file named', () => {
  it.each([
    ['as a page of the console', 'withdraw', {}, 'R231'],
    ['as permissions of the console', 'base_info', {}, 'R231'],
    ['as a call of the server', 'login', {}, 'R204'],
    ["as a part of a call's path", 'batches', {}, 'R204'],
  ])('%s is rejected', async (_, name, more, id) => {
    const { names, problems } = await followFolder(await temporaryFolder({ [`${name}.json`]: declared(name, more) }), {
      environment,
    });
    expect([names(), problems()]).toEqual([[], [`${name}.json:3 ${id}`]]);
  });
});
