import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { type InvoiceServer, line, startInvoiceServer } from './invoiceServer.ts';
import { linesWorld } from './linesWorld.ts';

describe.each(BOTH_DATABASES)('lines of a record on %s', (kind) => {
  const invoices = linesWorld(kind);
  const { texts, created } = invoices;

  it('have a number within limits, by all calls', async () => {
    expect(await invoices.server.create([])).toMatchObject({
      status: 422,
      data: { errors: { lines: 'Add at least one line.' } },
    });
    const none = await invoices.server.send('POST', 'invoices', { customer_id: invoices.server.customer });
    expect(none).toMatchObject({ status: 422, data: { errors: { lines: 'Add at least one line.' } } });
    const many = Array.from({ length: 201 }, (_, at) => line(`line ${at}`));
    expect(await invoices.server.create(many)).toMatchObject({
      status: 422,
      data: { errors: { lines: 'There can be at most 200 lines.' } },
    });
    const before = await created('A');
    const [a] = before.lines;
    const alone = await invoices.server.send('PUT', `invoices/${before.id}`, { lines: [{ ...a, _delete: true }] });
    expect(alone).toMatchObject({ status: 422, data: { errors: { lines: 'Add at least one line.' } } });
    expect((await invoices.server.send('DELETE', `invoice-lines/${a?.id}`)).status).toBe(409);
    const exchanged = await invoices.server.send('PUT', `invoices/${before.id}`, {
      lines: [{ ...a, _delete: true }, line('B')],
    });
    expect(texts(exchanged.data.lines)).toEqual(['B']);
    expect((await invoices.server.send('DELETE', `invoices/${before.id}`)).status).toBe(200);
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
