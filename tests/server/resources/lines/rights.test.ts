import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { type InvoiceServer, line, startInvoiceServer } from './invoiceServer.ts';

const OWN = ['list', 'show', 'create', 'edit', 'delete'].map((one) => `invoices.${one}`);

describe('rights to lines', () => {
  let server: InvoiceServer;
  /** Token of a user who may do everything with invoices. */
  let viewer: string;
  beforeAll(async () => {
    server = await startInvoiceServer(USUAL_DATABASE, {
      invoice_lines: ({ fields, ...declared }) => ({
        ...declared,
        records: {
          see: { any: [{ field: 'cost', empty: true }, { field: 'cost', lt: '100' }, { permission: 'see_all' }] },
          write: { any: [{ field: 'cost', empty: true }, { field: 'cost', lt: '50' }, { permission: 'see_all' }] },
        },
        when: { edit: { field: 'description', ne: 'fixed' }, delete: { field: 'description', ne: 'fixed' } },
        fields: [...fields, { source: 'cost', type: 'money', permission: { see: 'see_cost', write: 'set_cost' } }],
      }),
      invoices: (declared) => ({
        ...declared,
        list: {},
        fields: declared.fields.filter(({ source }) => !SUMS.includes(source)),
      }),
    });
    viewer = (await server.world.signIn('viewer')).login_token;
    await grant([]);
  });
  afterAll(() => server.close());

  // Sums can't be made of records that some users don't see.
  const SUMS = ['net', 'tax', 'total', 'line_count'];

  /** Gives the user exactly these permissions of the lines, besides those of invoices. */
  async function grant(permissions: readonly string[]) {
    const { kysely } = server.world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const { merchant_id, id: role_id } = role;
    await kysely
      .deleteFrom('role_permissions')
      .where('role_id', '=', role_id)
      .where('permission', 'like', 'invoice%')
      .execute();
    const granted = [...OWN, ...permissions].map((permission) => ({ merchant_id, role_id, permission }));
    await kysely.insertInto('role_permissions').values(granted).execute();
    viewer = (await server.world.signIn('viewer')).login_token;
  }
  const lines = (...operations: string[]) => operations.map((one) => `invoice_lines.${one}`);
  const as = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    server.send(method, path, payload, viewer);

  it('decide what is shown and written, by the permissions of their own resource', async () => {
    const { data } = await server.create([line('A', { cost: '7' }), line('B')]);
    const [a, b] = data.lines;
    const put = (some: readonly object[]) => as('PUT', `invoices/${data.id}`, { lines: some });
    await grant([]);
    const shown = (await as('GET', `invoices/${data.id}`)).data;
    expect(shown).toMatchObject({ id: data.id });
    expect(shown).not.toHaveProperty('lines');
    expect(await put([{ ...a, description: 'A2' }])).toMatchObject({
      status: 422,
      data: { errors: { lines: expect.any(String) } },
    });
    await grant(lines('list', 'show'));
    const seen = (await as('GET', `invoices/${data.id}`)).data.lines;
    expect(seen.map(({ description }) => description)).toEqual(['A', 'B']);
    expect(seen[0]).not.toHaveProperty('cost');
    expect((await put(seen)).status).toBe(200);
    for (const [needed, some] of [
      ['edit', [{ ...seen[0], description: 'A2' }]],
      ['edit', [{ id: b?.id }, { id: a?.id }]],
      ['create', [line('C')]],
      ['delete', [{ id: b?.id, _delete: true }]],
    ] as const) {
      expect((await put(some)).status).toBe(403);
      await grant(lines('list', 'show', needed));
      expect((await put(some)).status).toBe(200);
      await grant(lines('list', 'show'));
    }
    expect((await put([{ id: a?.id, cost: '8' }])).status).toBe(422);
  });

  it('decide by row and state, and keep what the user doesn’t see', async () => {
    await grant(lines('list', 'show', 'create', 'edit', 'delete', 'see_cost'));
    const { data } = await server.create([
      line('hidden', { cost: '500' }),
      line('seen', { cost: '70' }),
      line('own'),
      line('fixed'),
    ]);
    const shown = (await as('GET', `invoices/${data.id}`)).data.lines;
    expect(shown.map(({ description }) => description)).toEqual(['seen', 'own', 'fixed']);
    const [seen, own, fixed] = shown;
    const put = (some: object[]) => as('PUT', `invoices/${data.id}`, { lines: some });
    expect((await put([{ ...seen, description: 'changed' }])).status).toBe(403);
    expect((await put([{ ...own, cost: '7' }])).status).toBe(422);
    expect(await put([own ?? {}, { ...fixed, quantity: '2' }])).toMatchObject({
      status: 422,
      data: { errors: { 'lines.1': expect.stringContaining('fixed') } },
    });
    expect((await put([{ id: data.lines[0]?.id, description: 'found' }])).status).toBe(409);
    expect((await put([{ ...own, description: 'mine' }])).status).toBe(200);
    const all = (await server.send('GET', `invoices/${data.id}`)).data.lines;
    expect(all.map(({ description }) => description)).toEqual(['hidden', 'seen', 'mine', 'fixed']);
  });
});
