import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { MOST_DELETED } from '#server/resources/stored/deletion.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const reference = (source: string, to: string, onDelete?: string, more: object = {}) =>
  fieldSchema.parse({ source, type: 'reference', reference: to, ...(onDelete && { onDelete }), ...more });
const NAME = fieldSchema.parse({ source: 'name', type: 'text' });

describe.each(EITHER_DATABASE)('the deletion of a record that others refer to, on %s', (kind) => {
  let world: StoredWorld;
  let opened: Record<'customers' | 'invoices' | 'lines' | 'notes' | 'payments' | 'folders', OpenedResource>;
  const ALL = new Set(['invoices', 'lines', 'notes', 'payments'].map((name) => `${name}.delete`));

  beforeAll(async () => {
    world = await startStoredWorld(kind);
    const when = { delete: { not: { field: 'name', eq: 'posted' } } };
    opened = {
      customers: await world.open({ name: 'customers', fields: [NAME] }),
      invoices: await world.open({
        name: 'invoices',
        fields: [NAME, reference('customer_id', 'customers', 'delete')],
        when,
      }),
      lines: await world.open({ name: 'lines', fields: [NAME, reference('invoice_id', 'invoices', 'delete')] }),
      notes: await world.open({
        name: 'notes',
        fields: [
          NAME,
          reference('customer_id', 'customers', 'clear'),
          reference('other_id', 'customers', 'clear'),
          fieldSchema.parse({ source: 'why', type: 'text', when: { not: { field: 'customer_id', eq: null } } }),
        ],
      }),
      payments: await world.open({ name: 'payments', fields: [reference('invoice_id', 'invoices', 'refuse')] }),
      folders: await world.open({ name: 'folders', fields: [NAME, reference('parent_id', 'folders', 'delete')] }),
    };
  });
  afterAll(() => world.close());

  const make = async (name: keyof typeof opened, values: object) =>
    (await opened[name].writer.create(world.actor, { ...values })).id;
  const remove = (name: keyof typeof opened, id: string, permissions: ReadonlySet<string> = ALL) =>
    opened[name].writer.remove({ ...world.actor, permissions }, { id, revision: null });
  const find = (name: keyof typeof opened, id: string) => opened[name].source.one(world.actor.merchantId, id);
  const effects = async (name: keyof typeof opened, ids: string[], permissions: ReadonlySet<string> = ALL) =>
    (await opened[name].effectsOfDeleting({ ...world.actor, permissions }, ids)).map(({ resource, effect, count }) => [
      resource.name,
      effect,
      count,
    ]);

  it('deletes and empties over several levels, each change with its audit entry', async () => {
    const customer = await make('customers', { name: 'c' });
    const invoice = await make('invoices', { customer_id: customer });
    const lines = [await make('lines', { invoice_id: invoice }), await make('lines', { invoice_id: invoice })];
    const note = await make('notes', { customer_id: customer, other_id: customer, why: 'x' });
    const kept = await make('notes', { name: 'kept' });
    expect(await effects('customers', [customer])).toEqual([
      ['invoices', 'delete', 1],
      ['lines', 'delete', 2],
      ['notes', 'clear', 1],
    ]);
    await remove('customers', customer);
    expect(await find('invoices', invoice)).toBeUndefined();
    for (const line of lines) expect(await find('lines', line)).toBeUndefined();
    expect(await find('notes', note)).toMatchObject({ customer_id: null, other_id: null, why: null, revision: 2 });
    expect(await find('notes', kept)).toMatchObject({ revision: 1 });
    const { rows } = await sql<{ action: string; record_id: string; before: object }>`
      select action, record_id, before from audit_logs where record_id = any(${[customer, invoice, ...lines, note]}::text[])
      and action not like '%.create' order by seq`.execute(world.db.kysely);
    expect(rows.map(({ action, record_id }) => `${action} ${record_id}`).toSorted()).toEqual(
      [
        `customers.delete ${customer}`,
        `invoices.delete ${invoice}`,
        ...lines.map((line) => `lines.delete ${line}`),
        `notes.edit ${note}`,
      ].toSorted(),
    );
    expect(rows.find(({ action }) => action === 'notes.edit')?.before).toEqual({
      customer_id: customer,
      other_id: customer,
      why: 'x',
    });
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
  });

  it('is refused as a whole if a record on any level refuses it, with the number of those', async () => {
    const customer = await make('customers', { name: 'c' });
    const invoice = await make('invoices', { customer_id: customer });
    const payments = [await make('payments', { invoice_id: invoice }), await make('payments', { invoice_id: invoice })];
    await expect(remove('customers', customer)).rejects.toMatchObject({
      id: 'still_referenced',
      args: { records: 'payments (2)' },
    });
    expect(await find('invoices', invoice)).toMatchObject({ revision: 1 });
    for (const payment of payments) await remove('payments', payment);
    await expect(remove('customers', customer)).resolves.toMatchObject({ id: customer });
  });

  it('needs the right to delete the others, and a state that allows it', async () => {
    const customer = await make('customers', { name: 'c' });
    const invoice = await make('invoices', { customer_id: customer, name: 'posted' });
    await make('lines', { invoice_id: invoice });
    const some = new Set(['invoices.delete']);
    await expect(remove('customers', customer, some)).rejects.toMatchObject({
      id: 'deletion_forbidden',
      args: { records: 'lines (1)' },
    });
    await expect(opened.customers.writer.remove(world.actor, { id: customer, revision: null })).rejects.toMatchObject({
      args: { records: 'invoices (1), lines (1)' },
    });
    await expect(remove('customers', customer)).rejects.toMatchObject({
      id: 'deletion_not_in_state',
      args: { records: 'invoices (1)' },
    });
    expect(await effects('customers', [customer], some)).toEqual([
      ['invoices', 'state', 1],
      ['lines', 'forbidden', 1],
    ]);
    await opened.invoices.writer.update(world.actor, { id: invoice, revision: null }, { name: 'draft' });
    await remove('customers', customer);
    expect(await find('invoices', invoice)).toBeUndefined();
  });

  it('deletes a tree, even one that is a cycle, and counts only what was not asked for', async () => {
    const root = await make('folders', { name: 'root' });
    const child = await make('folders', { parent_id: root });
    const leaf = await make('folders', { parent_id: child });
    await opened.folders.writer.update(world.actor, { id: root, revision: null }, { parent_id: leaf });
    const own = new Set(['folders.delete']);
    expect(await effects('folders', [root], own)).toEqual([['folders', 'delete', 2]]);
    expect(await effects('folders', [root, leaf, 'no id'], own)).toEqual([['folders', 'delete', 1]]);
    await remove('folders', child, own);
    for (const id of [root, child, leaf]) expect(await find('folders', id)).toBeUndefined();
  });

  it("leaves another tenant's records alone", async () => {
    const customer = await make('customers', { name: 'c' });
    const foreign = await opened.invoices.writer.create(world.stranger, {});
    await sql`update r_invoices set customer_id = ${customer} where id = ${foreign.id}`.execute(world.db.kysely);
    await remove('customers', customer);
    expect(await opened.invoices.source.one(world.stranger.merchantId, foreign.id)).toMatchObject({ revision: 1 });
  });

  it('is refused if it would affect too many records', async () => {
    const customer = await make('customers', { name: 'c' });
    await sql`
      insert into r_invoices (merchant_id, id, revision, created_at, updated_at, customer_id)
      select ${world.actor.merchantId}, gen_random_uuid(), 1, now(), now(), ${customer}
      from generate_series(1, ${MOST_DELETED + 1}::int)`.execute(world.db.kysely);
    await expect(remove('customers', customer)).rejects.toMatchObject({ id: 'too_many_referenced' });
    await sql`delete from r_invoices where customer_id = ${customer} and id = (select min(id::text)::uuid from r_invoices where customer_id = ${customer})`.execute(
      world.db.kysely,
    );
    const began = performance.now();
    await remove('customers', customer);
    console.info(`deleted ${MOST_DELETED} in ${Math.round(performance.now() - began)} ms`);
    const { count } = await opened.invoices.source.summary(world.actor.merchantId, []);
    expect(count).toBe(0);
  });
});

describe('a deletion while others refer to the records, on PostgreSQL', () => {
  it('leaves no reference without its record', async () => {
    const world = await startStoredWorld('postgres');
    const customers = await world.open({ name: 'customers', fields: [NAME] });
    const invoices = await world.open({
      name: 'invoices',
      fields: [NAME, reference('customer_id', 'customers', 'delete')],
    });
    const lines = await world.open({ name: 'lines', fields: [NAME, reference('invoice_id', 'invoices', 'delete')] });
    const notes = await world.open({ name: 'notes', fields: [NAME, reference('invoice_id', 'invoices', 'clear')] });
    const payments = await world.open({ name: 'payments', fields: [reference('invoice_id', 'invoices')] });
    const permissions = new Set(['invoices.delete', 'lines.delete']);
    const { actor } = world;
    const outcomes = { kept: 0, deleted: 0 };
    for (let race = 0; race < 25; race += 1) {
      const customer = await customers.writer.create(actor, { name: `c${race}` });
      const invoice = await invoices.writer.create(actor, { customer_id: customer.id });
      const spare = await invoices.writer.create(actor, { name: 'spare' });
      const line = await lines.writer.create(actor, { invoice_id: spare.id });
      const referring = [
        () => invoices.writer.create(actor, { customer_id: customer.id }),
        () => lines.writer.create(actor, { invoice_id: invoice.id }),
        () => lines.writer.update(actor, { id: line.id, revision: null }, { invoice_id: invoice.id }),
        () => notes.writer.create(actor, { invoice_id: invoice.id }),
        ...(race % 2 === 0 ? [() => payments.writer.create(actor, { invoice_id: invoice.id })] : []),
      ];
      const removal = () => customers.writer.remove({ ...actor, permissions }, { id: customer.id, revision: null });
      const acts = [...referring, removal].toSorted((_, other) => (other === removal ? (race % 3) - 1 : 0));
      const results = await world.db.patiently(() => Promise.allSettled(acts.map((act) => act())));
      for (const result of results) {
        if (result.status === 'rejected')
          expect(result).toMatchObject({ reason: { id: expect.stringMatching(/^(still_referenced|validation)$/) } });
      }
      outcomes[results[acts.indexOf(removal)]?.status === 'rejected' ? 'kept' : 'deleted'] += 1;
    }
    for (const [from, source, to] of [
      ['r_invoices', 'customer_id', 'r_customers'],
      ['r_lines', 'invoice_id', 'r_invoices'],
      ['r_notes', 'invoice_id', 'r_invoices'],
      ['r_payments', 'invoice_id', 'r_invoices'],
    ] as const) {
      const { rows } = await sql`
        select id from ${sql.table(from)} m where ${sql.ref(source)} is not null and not exists (
          select from ${sql.table(to)} g where g.merchant_id = m.merchant_id and g.id = m.${sql.ref(source)})`.execute(
        world.db.kysely,
      );
      expect([from, rows]).toEqual([from, []]);
    }
    expect(await verifyChain(world.db, actor.merchantId)).toBeNull();
    console.info('races of a deletion with references on two levels', outcomes);
    await world.close();
  });
});
