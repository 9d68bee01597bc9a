import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { USUAL_DATABASE } from '../../support/testDatabase.ts';
import { addMenuEntries, startWorld, type World } from '../../support/world.ts';

const suppliers = (more: object[] = []) => ({
  version: 1,
  name: 'suppliers',
  storage: 'table',
  fields: [{ source: 'name', type: 'text', required: true, filter: 'contains' }, ...more],
});

interface Problems {
  problems: {
    id: string;
    severity: string;
    file: string;
    line: number;
    column: number;
    pointer: string;
    text: string;
  }[];
  outdated: string[];
}

describe('a file in the resources folder of a running server', () => {
  let world: World;
  let token: string;
  let operator: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    await addMenuEntries(world.db, ['suppliers', 'partners']);
    token = (await world.signIn('demo')).login_token;
    operator = (await world.signIn('operator')).login_token;
  });
  afterAll(() => world.close());

  const get = async (url: string, headers = {}) => world.call({ url, token, headers });
  const status = async (path: string) => (await get(`/prod-api/${path}`)).statusCode;
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
  const problems = async (headers = {}) => {
    const answer = await world.call({ url: '/prod-api/resource-problems', token: operator, headers });
    const { data } = answer.json<{ data: Problems }>();
    const [errors, warnings] = ['error', 'warning'].map((one) =>
      data.problems.filter(({ severity }) => severity === one),
    );
    return { ...data, problems: errors ?? [], warnings: warnings ?? [] };
  };

  it('is not a resource before it exists', async () => {
    expect(await status('suppliers')).toBe(404);
    expect((await get('/resources/suppliers.json')).statusCode).toBe(404);
    expect((await problems()).problems).toEqual([]);
  });

  it('is served as soon as it exists, with its texts and its permissions', async () => {
    await world.writeResource('suppliers', suppliers());
    await eventually(async () => expect(await status('suppliers')).toBe(200));
    const file = await get('/resources/suppliers.json');
    expect([file.json(), file.headers['cache-control']]).toEqual([suppliers(), 'private, no-cache']);
    const same = await get('/resources/suppliers.json', { 'if-none-match': file.headers['etag'] });
    expect(same.statusCode).toBe(304);
    const created = await world.call({ method: 'POST', url: '/prod-api/suppliers', token, payload: { name: 'Acme' } });
    expect(created.statusCode).toBe(201);
  });

  it('can be extended', async () => {
    await world.writeResource('suppliers', suppliers([{ source: 'city', type: 'text', filter: 'eq' }]));
    await eventually(async () => expect(await status('suppliers?filter={"city":"Lima"}')).toBe(200));
    expect(await status('orders')).toBe(200);
  });

  it("keeps its last good version while it is invalid, and is listed with the problem's location", async () => {
    const good = (await get('/resources/suppliers.json')).body;
    await world.writeResource('suppliers', JSON.stringify({ ...suppliers(), fieldz: [] }, null, 2));
    await eventually(async () => expect((await problems()).outdated).toEqual(['suppliers']));
    expect(await status('suppliers?filter={"city":"Lima"}')).toBe(200);
    expect((await get('/resources/suppliers.json')).body).toBe(good);
    const [problem] = (await problems()).problems;
    expect(problem).toMatchObject({ severity: 'error', file: 'suppliers.json', line: expect.any(Number) });
    expect(problem?.line).toBeGreaterThan(1);
    expect(problem?.text).toContain('fieldz');
    const [inJapanese] = (await problems({ 'accept-language': 'ja' })).problems;
    expect(inJapanese?.text).not.toBe(problem?.text);
  });

  it.each(['', '{', '{"version": 1, "name": "suppl', '[]', '\0'])(
    'keeps its last good version during the incomplete text %j',
    async (text) => {
      await world.writeResource('suppliers', text);
      await eventually(async () => expect((await problems()).problems.length).toBeGreaterThan(0));
      expect(await status('suppliers?filter={"city":"Lima"}')).toBe(200);
      expect(await status('orders')).toBe(200);
    },
  );

  it('is listed as valid again once it is corrected', async () => {
    await world.writeResource('suppliers', suppliers());
    await eventually(async () => expect(await problems()).toMatchObject({ problems: [], outdated: [] }));
    expect(await status('suppliers?filter={"city":"Lima"}')).toBe(422);
  });

  it('removes its resource when it is deleted', async () => {
    await world.writeResource('suppliers', null);
    await eventually(async () => expect(await status('suppliers')).toBe(404));
    expect((await get('/resources/suppliers.json')).statusCode).toBe(404);
    const told = (await problems()).warnings.filter(({ id }) => id === 'R212' || id === 'S211');
    expect(told.map(({ id, file }) => [id, file])).toEqual(
      expect.arrayContaining([
        ['R212', 'menu'],
        ['S211', 'suppliers.json'],
      ]),
    );
    expect(told.find(({ id }) => id === 'S211')?.text).toContain('“suppliers” has 1 record, but its file is missing.');
    expect(told.some(({ text }) => text.includes('“suppliers”, which is neither'))).toBe(true);
  });

  it('that was never valid is served unchanged, so that the console can show its problems', async () => {
    await world.writeResource('broken', '{"version": 2}');
    await eventually(async () => expect((await get('/resources/broken.json')).body).toBe('{"version": 2}'));
    expect(await status('broken')).toBe(404);
    await world.writeResource('broken', null);
    await eventually(async () => expect((await problems()).problems).toEqual([]));
  });

  it.each([
    ['S102', { version: 1, name: 'audit_logs', fields: [{ source: 'nothing', type: 'text', filter: 'eq' }] }],
    [
      'S103',
      { version: 1, name: 'audit_logs', fields: [{ source: 'action', type: 'text' }], actions: [{ key: 'praise' }] },
    ],
    [
      'S104',
      { version: 1, name: 'channels', operations: ['list', 'create'], fields: [{ source: 'name', type: 'text' }] },
    ],
  ])("that needs what the server doesn't have is listed (%s)", async (id, content) => {
    const before = (await get(`/resources/${content.name}.json`)).body;
    await world.writeResource(content.name, content);
    await eventually(async () => expect((await problems()).problems).toMatchObject([{ id }]));
    expect((await problems()).problems[0]?.text).not.toContain('declaration.');
    expect(await status('orders')).toBe(200);
    await world.writeResource(content.name, before);
    await eventually(async () => expect((await problems()).problems).toEqual([]));
  });

  it('that would lose stored values is rejected, and the last good version stays', async () => {
    const partners = { ...suppliers([{ source: 'city', type: 'text', filter: 'eq' }]), name: 'partners' };
    await world.writeResource('partners', partners);
    await eventually(async () => expect(await status('partners')).toBe(200));
    const payload = { name: 'Acme', city: 'Lima' };
    await world.call({ method: 'POST', url: '/prod-api/partners', token, payload });
    await world.writeResource('partners', { ...suppliers(), name: 'partners' });
    await eventually(async () => expect((await problems()).outdated).toEqual(['partners']));
    const [problem] = (await problems()).problems;
    expect(problem).toMatchObject({ id: 'S201', file: 'partners.json', pointer: '/fields' });
    expect(problem?.text).not.toContain('declaration.');
    const kept = await get(`/prod-api/partners?filter=${JSON.stringify({ city: 'Lima' })}`);
    expect(kept.json()).toMatchObject({ data: [payload] });
    await world.writeResource('partners', { ...suppliers(), name: 'partners', migrate: { drop: { city: 1 } } });
    await eventually(async () => expect(await status('partners?filter={"city":"Lima"}')).toBe(422));
    expect(await problems()).toMatchObject({ problems: [], outdated: [] });
  });

  it('is listed only for users who may edit menus', async () => {
    const viewer = (await world.signIn('viewer')).login_token;
    expect((await world.call({ url: '/prod-api/resource-problems', token: viewer })).statusCode).toBe(403);
  });

  it("changes its owner's entitlements from the next request", async () => {
    expect(await status('suppliers')).toBe(404);
    await world.writeResource('suppliers', suppliers());
    await eventually(async () => expect(await status('suppliers')).toBe(200));
    const platform = (await world.signIn('operator')).login_token;
    expect((await world.call({ url: '/prod-api/suppliers', token: platform })).statusCode).toBe(200);
    await world.writeResource('suppliers', { ...suppliers(), tenants: ['merchant'] });
    await eventually(async () =>
      expect((await world.call({ url: '/prod-api/suppliers', token: platform })).statusCode).toBe(403),
    );
  });
});
