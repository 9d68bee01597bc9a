import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { type InvoiceServer, line, type Line, startInvoiceServer } from './invoiceServer.ts';

describe.each(EITHER_DATABASE)('lines of a record on %s', (kind) => {
  let server: InvoiceServer;
  beforeAll(async () => {
    server = await startInvoiceServer(kind);
  });
  afterAll(() => server.close());

  const texts = (lines: readonly Line[]) => lines.map(({ description }) => description);
  const created = async (...names: string[]) => (await server.create(names.map((name) => line(name)))).data;

  it('are created with it, in their order, with values of the record and of others', async () => {
    const product = (
      await server.send('POST', 'products', { name: 'Chair', currency: 'EUR', price: '12500', vat_rate: 700 })
    ).data.id;
    const { status, data } = await server.create([
      line('Table', { quantity: '2.5', unit_price: '1001' }),
      { product_id: product },
    ]);
    expect(status).toBe(201);
    expect(texts(data.lines)).toEqual(['Table', 'Chair']);
    expect(data.lines[0]).toMatchObject({ amount: '2503', currency: 'EUR', revision: 1 });
    expect(data.lines[1]).toMatchObject({ quantity: '1.000', unit_price: '12500', vat_rate: 700, amount: '12500' });
    expect(data).toMatchObject({ net: '15003', line_count: 2 });
    expect((await server.send('GET', `invoices/${data.id}`)).data).toEqual(data);
  });

  it('are changed with it or not at all, with each message at its line', async () => {
    const before = await created('A', 'B');
    const [a, b] = before.lines;
    const refused = await server.send('PUT', `invoices/${before.id}`, {
      revision: before.revision,
      due_on: '2020-01-01',
      lines: [{ ...a, quantity: '7' }, { ...b, quantity: 'many' }, { description: 'C' }],
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.data.errors ?? {}).toSorted()).toEqual([
      'due_on',
      'lines.1.quantity',
      'lines.2.unit_price',
      'lines.2.vat_rate',
    ]);
    expect((await server.send('GET', `invoices/${before.id}`)).data).toEqual(before);
  });

  it('that are not named stay, and only those are written that have changed', async () => {
    const before = await created('A', 'B', 'C');
    const [, b, c] = before.lines;
    const { data } = await server.send('PUT', `invoices/${before.id}`, {
      lines: [
        { ...c, description: 'C2' },
        { id: b?.id, revision: b?.revision, _delete: true },
      ],
    });
    expect(texts(data.lines)).toEqual(['A', 'C2']);
    expect(data.lines.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(data.revision).toBe(before.revision);
    const history = await server.world.call({
      method: 'GET',
      url: `/prod-api/invoice-lines/${c?.id}/timeline`,
      token: server.token,
    });
    const { data: entries } = history.json<{ data: { changes: { source: string }[] }[] }>();
    expect(entries.map(({ changes }) => changes.map(({ source }) => source))).toEqual([
      ['description'],
      expect.arrayContaining(['description', 'position']),
    ]);
  });

  it('sent back as they were read change nothing', async () => {
    const before = await created('A', 'B');
    const { status, data } = await server.send('PUT', `invoices/${before.id}`, before);
    expect(status).toBe(200);
    expect(data).toEqual(before);
  });

  it('are where a model has them after any edits', async () => {
    const step = fc.record({
      act: fc.constantFrom('add', 'change', 'delete', 'move', 'own'),
      one: fc.nat(),
      to: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), async (saves) => {
        let known = await created('first');
        let name = 0;
        for (const steps of saves) {
          let lines: object[] = known.lines;
          let model: string[] = texts(known.lines);
          const gone: object[] = [];
          for (const { act, one, to } of steps) {
            const at = one % model.length;
            name += 1;
            if (act === 'add') {
              const place = to % (model.length + 1);
              lines = lines.toSpliced(place, 0, line(`n${name}`));
              model = model.toSpliced(place, 0, `n${name}`);
            } else if (act === 'change') {
              lines = lines.with(at, { ...lines[at], description: `n${name}` });
              model = model.with(at, `n${name}`);
            } else if (act === 'delete' && model.length > 1) {
              const [taken = {}] = lines.slice(at, at + 1);
              if ('id' in taken) gone.push({ ...taken, _delete: true });
              lines = lines.toSpliced(at, 1);
              model = model.toSpliced(at, 1);
            } else if (act === 'move') {
              const place = to % model.length;
              const [moved = {}] = lines.slice(at, at + 1);
              const [text = ''] = model.slice(at, at + 1);
              lines = lines.toSpliced(at, 1).toSpliced(place, 0, moved);
              model = model.toSpliced(at, 1).toSpliced(place, 0, text);
            }
          }
          const saved = await server.send('PUT', `invoices/${known.id}`, { lines: [...lines, ...gone] });
          expect(saved.status).toBe(200);
          expect(texts(saved.data.lines)).toEqual(model);
          expect(saved.data.net).toBe(String(model.length * 100));
          // Created by its own call, a line comes last.
          name += 1;
          await server.send('POST', 'invoice-lines', { ...line(`n${name}`), invoice_id: known.id });
          known = (await server.send('GET', `invoices/${known.id}`)).data;
          expect(texts(known.lines)).toEqual([...model, `n${name}`]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('that someone else has changed or deleted are told with the whole record', async () => {
    const before = await created('A', 'B');
    const [a, b] = before.lines;
    await server.send('PUT', `invoice-lines/${a?.id}`, { quantity: '9' });
    const late = { ...a, description: 'A2' };
    const refused = await server.send('PUT', `invoices/${before.id}`, { revision: before.revision, lines: [late, b] });
    expect(refused.status).toBe(409);
    expect(refused.data.current?.lines.map(({ quantity }) => quantity)).toEqual(['9.000', '1.000']);
    await server.send('DELETE', `invoice-lines/${b?.id}`);
    const again = await server.send('PUT', `invoices/${before.id}`, { lines: [{ ...b, description: 'B2' }] });
    expect(again.status).toBe(409);
    expect(texts(again.data.current?.lines ?? [])).toEqual(['A']);
    // Deleting it once more is no conflict.
    const gone = await server.send('PUT', `invoices/${before.id}`, { lines: [{ ...b, _delete: true }] });
    expect(gone.status).toBe(200);
  });

  it('have a number within limits, by all calls', async () => {
    expect(await server.create([])).toMatchObject({
      status: 422,
      data: { errors: { lines: 'Add at least one line.' } },
    });
    const none = await server.send('POST', 'invoices', { customer_id: server.customer });
    expect(none).toMatchObject({ status: 422, data: { errors: { lines: 'Add at least one line.' } } });
    const many = Array.from({ length: 201 }, (_, at) => line(`line ${at}`));
    expect(await server.create(many)).toMatchObject({
      status: 422,
      data: { errors: { lines: 'There can be at most 200 lines.' } },
    });
    const before = await created('A');
    const [a] = before.lines;
    const alone = await server.send('PUT', `invoices/${before.id}`, { lines: [{ ...a, _delete: true }] });
    expect(alone).toMatchObject({ status: 422, data: { errors: { lines: 'Add at least one line.' } } });
    expect((await server.send('DELETE', `invoice-lines/${a?.id}`)).status).toBe(409);
    const exchanged = await server.send('PUT', `invoices/${before.id}`, {
      lines: [{ ...a, _delete: true }, line('B')],
    });
    expect(texts(exchanged.data.lines)).toEqual(['B']);
    expect((await server.send('DELETE', `invoices/${before.id}`)).status).toBe(200);
  });

  it('are rejected if they are none', async () => {
    const before = await created('A');
    const [a] = before.lines;
    for (const lines of ['none', [12], [a, a]])
      expect((await server.send('PUT', `invoices/${before.id}`, { lines })).status).toBe(422);
    const other = await created('B');
    const foreign = await server.send('PUT', `invoices/${before.id}`, { lines: other.lines });
    expect(foreign.status).toBe(409);
  });
});

describe('numbers of lines on PostgreSQL', () => {
  let server: InvoiceServer;
  beforeAll(async () => {
    server = await startInvoiceServer('postgres', {
      invoices: (declared) => ({
        ...declared,
        fields: declared.fields.map((field) => (field.source === 'lines' ? { ...field, min: 2, max: 4 } : field)),
      }),
    });
  });
  afterAll(() => server.close());

  it('stay within their limits whoever writes at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { data } = await server.create([line('A'), line('B'), line('C')]);
      const adding = [0, 1, 2].flatMap((at) => [
        server.send('POST', 'invoice-lines', { ...line(`own ${at}`), invoice_id: data.id }),
        server.send('PUT', `invoices/${data.id}`, { lines: [line(`with ${at}`)] }),
      ]);
      const added = await Promise.all(adding);
      expect(added.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(added.filter(({ status }) => status === 422)).toHaveLength(5);
      const { lines } = (await server.send('GET', `invoices/${data.id}`)).data;
      expect(lines).toHaveLength(4);
      const removing = lines.map((one, at) =>
        at % 2 === 0
          ? server.send('DELETE', `invoice-lines/${one.id}`)
          : server.send('PUT', `invoices/${data.id}`, { lines: [{ ...one, _delete: true }] }),
      );
      const removed = await Promise.all(removing);
      expect(removed.filter(({ status }) => status < 300)).toHaveLength(2);
      expect((await server.send('GET', `invoices/${data.id}`)).data.lines).toHaveLength(2);
    }
  });
});
