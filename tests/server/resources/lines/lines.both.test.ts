import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { line } from './invoiceServer.ts';
import { linesWorld } from './linesWorld.ts';

describe.each(EITHER_DATABASE)('lines of a record on %s', (kind) => {
  const invoices = linesWorld(kind);
  const { texts, created } = invoices;

  it('are created with it, in their order, with values of the record and of others', async () => {
    const product = (
      await invoices.server.send('POST', 'products', { name: 'Chair', currency: 'EUR', price: '12500', vat_rate: 700 })
    ).data.id;
    const { status, data } = await invoices.server.create([
      line('Table', { quantity: '2.5', unit_price: '1001' }),
      { product_id: product },
    ]);
    expect(status).toBe(201);
    expect(texts(data.lines)).toEqual(['Table', 'Chair']);
    expect(data.lines[0]).toMatchObject({ amount: '2503', currency: 'EUR', revision: 1 });
    expect(data.lines[1]).toMatchObject({ quantity: '1.000', unit_price: '12500', vat_rate: 700, amount: '12500' });
    expect(data).toMatchObject({ net: '15003', line_count: 2 });
    expect((await invoices.server.send('GET', `invoices/${data.id}`)).data).toEqual(data);
  });

  it('are changed with it or not at all, with each message at its line', async () => {
    const before = await created('A', 'B');
    const [a, b] = before.lines;
    const refused = await invoices.server.send('PUT', `invoices/${before.id}`, {
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
    expect((await invoices.server.send('GET', `invoices/${before.id}`)).data).toEqual(before);
  });

  it('that are not named stay, and only those are written that have changed', async () => {
    const before = await created('A', 'B', 'C');
    const [, b, c] = before.lines;
    const { data } = await invoices.server.send('PUT', `invoices/${before.id}`, {
      lines: [
        { ...c, description: 'C2' },
        { id: b?.id, revision: b?.revision, _delete: true },
      ],
    });
    expect(texts(data.lines)).toEqual(['A', 'C2']);
    expect(data.lines.map(({ revision }) => revision)).toEqual([1, 2]);
    expect(data.revision).toBe(before.revision);
    const history = await invoices.server.world.call({
      method: 'GET',
      url: `/prod-api/invoice-lines/${c?.id}/timeline`,
      token: invoices.server.token,
    });
    const { data: entries } = history.json<{ data: { changes: { source: string }[] }[] }>();
    expect(entries.map(({ changes }) => changes.map(({ source }) => source))).toEqual([
      ['description'],
      expect.arrayContaining(['description', 'position']),
    ]);
  });

  it('sent back as they were read change nothing', async () => {
    const before = await created('A', 'B');
    const { status, data } = await invoices.server.send('PUT', `invoices/${before.id}`, before);
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
          const saved = await invoices.server.send('PUT', `invoices/${known.id}`, { lines: [...lines, ...gone] });
          expect(saved.status).toBe(200);
          expect(texts(saved.data.lines)).toEqual(model);
          expect(saved.data.net).toBe(String(model.length * 100));
          // Created by its own call, a line comes last.
          name += 1;
          await invoices.server.send('POST', 'invoice-lines', { ...line(`n${name}`), invoice_id: known.id });
          known = (await invoices.server.send('GET', `invoices/${known.id}`)).data;
          expect(texts(known.lines)).toEqual([...model, `n${name}`]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('that someone else has changed or deleted are told with the whole record', async () => {
    const before = await created('A', 'B');
    const [a, b] = before.lines;
    await invoices.server.send('PUT', `invoice-lines/${a?.id}`, { quantity: '9' });
    const late = { ...a, description: 'A2' };
    const refused = await invoices.server.send('PUT', `invoices/${before.id}`, {
      revision: before.revision,
      lines: [late, b],
    });
    expect(refused.status).toBe(409);
    expect(refused.data.current?.lines.map(({ quantity }) => quantity)).toEqual(['9.000', '1.000']);
    await invoices.server.send('DELETE', `invoice-lines/${b?.id}`);
    const again = await invoices.server.send('PUT', `invoices/${before.id}`, { lines: [{ ...b, description: 'B2' }] });
    expect(again.status).toBe(409);
    expect(texts(again.data.current?.lines ?? [])).toEqual(['A']);
    // Deleting it once more is no conflict.
    const gone = await invoices.server.send('PUT', `invoices/${before.id}`, { lines: [{ ...b, _delete: true }] });
    expect(gone.status).toBe(200);
  });

  it('are rejected if they are none', async () => {
    const before = await created('A');
    const [a] = before.lines;
    for (const lines of ['none', [12], [a, a]])
      expect((await invoices.server.send('PUT', `invoices/${before.id}`, { lines })).status).toBe(422);
    const other = await created('B');
    const foreign = await invoices.server.send('PUT', `invoices/${before.id}`, { lines: other.lines });
    expect(foreign.status).toBe(409);
  });
});
