import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarationSchema, toResource, createTranslator } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import type { Cell, ExportContext } from '#server/resources/export/Cell.ts';
import { columnsOf, showTimes, tableRows } from '#server/resources/export/openTable.ts';
import { referenceNames } from '#server/resources/export/referenceNames.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import pagesEn from '../../../../i18n/pages/en.json' with { type: 'json' };

const { en } = await loadMessages('i18n');

const resource = toResource(
  declarationSchema.parse({
    version: 1,
    name: 'invoices',
    fields: [
      { source: 'no', type: 'text', label: 'No.' },
      { source: 'amount', type: 'money', currency: 'currency' },
      { source: 'fee', type: 'money', currency: 'currency' },
      { source: 'deposit', type: 'money' },
      { source: 'net', type: 'money', currency: 'currency', computed: { difference: ['amount', 'fee'] } },
      { source: 'currency', type: 'text' },
      { source: 'pieces', type: 'integer', sum: true },
      { source: 'line_no', type: 'integer' },
      { source: 'limit', type: 'money', sum: false },
      {
        source: 'arrival',
        type: 'money',
        currency: 'currency',
        counts: { when: { field: 'state', eq: 'paid' }, expected: { field: 'state', eq: 'open' } },
      },
      { source: 'rate_bps', type: 'rate' },
      { source: 'state', type: 'enum', choices: [{ id: 'paid', name: 'Paid up' }, { id: 'open' }, { id: 'failed' }] },
      { source: 'reason', type: 'text', when: { field: 'state', eq: 'failed' } },
      { source: 'checked', type: 'boolean' },
      { source: 'due', type: 'date' },
      { source: 'paid_at', type: 'datetime' },
      { source: 'extra', type: 'json' },
      { source: 'scan', type: 'file' },
      { source: 'pin', type: 'secret' },
      { source: 'error_msg', type: 'longtext', cell: 'channelReason' },
      { source: 'creator_id', type: 'reference', reference: 'users', instead: 'key_name' },
      { source: 'key_name', type: 'text' },
      { source: 'events', type: 'json', cell: 'webhookEvents' },
      { source: 'about', type: 'text', cell: 'resource' },
      { source: 'act', type: 'text', cell: 'event' },
    ],
    actions: [{ key: 'settle', label: { en: 'Settle up' }, scope: 'row', set: { state: 'paid' } }],
  }),
);

const context: ExportContext = {
  words: {
    language: 'en',
    translate: createTranslator(en, 'en'),
    resource: 'invoices',
  },
  currencyData: { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' },
  showTime: showTimes('Asia/Shanghai'),
  findResource: (name) => (name === resource.name ? resource : undefined),
  referenceName: () => undefined,
};

function sourceOf(records: readonly Record<string, unknown>[]): RecordSource {
  const unexpected = () => Promise.reject(new Error('only slices are read'));
  return {
    list: unexpected,
    one: unexpected,
    summary: unexpected,
    columns: new Set(),
    async *slices() {
      yield records.map((record, at): WireRecord => ({ ...record, id: String(at) }));
    },
  };
}

interface Asked {
  columns: string[];
  /** The currency of all rows, or null if they have several. */
  currency?: string | null;
}

/** The cell texts of a file's rows. */
async function table(records: readonly Record<string, unknown>[], { columns, currency = 'CNY' }: Asked) {
  const fields = columns.flatMap((source) => resource.fields.find((field) => field.source === source) ?? []);
  const batches = tableRows({
    resource,
    source: sourceOf(records),
    merchantId: 'm',
    query: { conditions: [], sort: { source: 'no', descending: false } },
    columns: columnsOf(fields, resource.fields, new Map([['currency', currency]]), context),
    names: referenceNames('m', fields, () => undefined),
    context,
  });
  const rows: Cell[][] = [];
  for await (const batch of batches) rows.push(...batch.rows);
  return rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)));
}

describe('the rows of an export', () => {
  it('format each value like the list, with zone and currency in the header', async () => {
    const record = {
      no: '007',
      amount: '123456',
      deposit: '-5',
      pieces: 12_345,
      rate_bps: 250,
      state: 'paid',
      reason: 'none',
      checked: true,
      due: '2026-02-28',
      paid_at: '2026-02-28T16:00:00.999Z',
      extra: { a: [1] },
      pin: true,
      scan: { id: '1', name: 'a.pdf', size: 1, media_type: 'application/pdf' },
    };
    const columns = [
      ...['no', 'amount', 'deposit', 'pieces', 'rate_bps', 'state', 'reason', 'checked', 'due', 'paid_at', 'extra'],
      ...['scan', 'pin'],
    ];
    expect((await table([record, {}], { columns })).slice(0, 3)).toEqual([
      [
        ...['No.', 'Amount (CNY)', 'Deposit (CNY)', 'Pieces', 'Rate', 'State', 'Reason', 'Checked', 'Due'],
        ...['Paid at (Asia/Shanghai)', 'Extra', 'Scan', 'Pin'],
      ],
      [
        ...['007', '1234.56', '-0.05', '12345', '2.50%', 'Paid up', '', 'Yes', '2026-02-28', '2026-03-01 00:00:00'],
        ...['{"a":[1]}', 'a.pdf', '••••••••'],
      ],
      ['', '', '', '', '', '', '', '', '', '', '', '', ''],
    ]);
  });

  it('have the text that stands instead of a record where there is none', async () => {
    const records = [{ creator_id: 'u1', key_name: null }, { creator_id: null, key_name: 'Payroll' }, {}];
    expect((await table(records, { columns: ['creator_id'] })).slice(1, 4)).toEqual([['u1'], ['Payroll'], ['']]);
  });

  it('tell a channel’s reason in words if its code is known, and otherwise as the channel does', async () => {
    const error_msg = 'Owner differs';
    const records = [
      { error_code: 'name_mismatch', error_msg },
      { error_code: 'E1', error_msg },
      { error_code: 'REFUSED' },
    ];
    expect((await table(records, { columns: ['error_msg'] })).slice(1, 4)).toEqual([
      [pagesEn.channelReasons.NAME_MISMATCH],
      [error_msg],
      [''],
    ]);
  });

  it('name resources, acts and webhook events, also those that no longer exist', async () => {
    const records = [
      { events: 'order_paid', about: 'orders', act: 'users.disable' },
      { events: ['invoices.settle', 'invoices.create', 'quotes.put_away'], about: 'quotes', act: 'quotes.put_away' },
      { events: [], about: '', act: null },
    ];
    expect((await table(records, { columns: ['events', 'about', 'act'] })).slice(1, 4)).toEqual([
      ['Order paid', 'Collection orders', 'Disabled'],
      ['Invoices: Settle up, Invoices: Created, Quotes: Put away', 'Quotes', 'Put away'],
      ['All events of orders, payouts and refunds', '', ''],
    ]);
  });

  it('end with an empty row and the totals', async () => {
    const records = [
      { no: 'a', amount: '9223372036854775807', fee: '1', pieces: 3 },
      { no: 'b', amount: '9223372036854775807', fee: null, pieces: -1 },
    ];
    expect(await table(records, { columns: ['no', 'amount', 'fee', 'pieces', 'rate_bps', 'net'] })).toEqual([
      ['No.', 'Amount (CNY)', 'Fee (CNY)', 'Pieces', 'Rate', 'Net (CNY)'],
      ['a', '92233720368547758.07', '0.01', '3', '', '92233720368547758.06'],
      ['b', '92233720368547758.07', '', '-1', '', ''],
      ['', '', '', '', '', ''],
      ['Total: 2 rows', '184467440737095516.14', '0.01', '2', '', '92233720368547758.06'],
    ]);
  });

  it('of an empty list are its header and zero totals', async () => {
    expect(await table([], { columns: ['no', 'amount'] })).toEqual([
      ['No.', 'Amount (CNY)'],
      ['', ''],
      ['Total: 0 rows', '0.00'],
    ]);
  });

  it('name the total in a separate row if the first column has a sum', async () => {
    expect(await table([{ amount: '150' }], { columns: ['amount'] })).toEqual([
      ['Amount (CNY)'],
      ['1.50'],
      [''],
      ['Total: 1 row'],
      ['1.50'],
    ]);
  });

  const several = [
    { no: 'a', amount: '100', fee: '1', currency: 'CNY', pieces: 1 },
    { no: 'b', amount: '100', fee: '1', currency: 'JPY', pieces: 1 },
    { no: 'c', amount: '250', fee: '2', currency: 'CNY', pieces: 1 },
  ];

  it('with several currencies name the currency in a separate column, with totals by currency', async () => {
    expect(await table(several, { columns: ['no', 'amount', 'fee'], currency: null })).toEqual([
      ['No.', 'Amount', 'Currency', 'Fee'],
      ['a', '1.00', 'CNY', '0.01'],
      ['b', '100', 'JPY', '1'],
      ['c', '2.50', 'CNY', '0.02'],
      ['', '', '', ''],
      ['Total: 3 rows', '3.50', 'CNY', '0.03'],
      ['', '100', 'JPY', '1'],
    ]);
  });

  it('have an amount only where it counts, and add up nothing else', async () => {
    const records = ['paid', 'open', 'failed', 'paid'].map((state, at) => {
      return { no: 'x', state, arrival: '100', line_no: at + 1, limit: '5000' };
    });
    expect(await table(records, { columns: ['no', 'line_no', 'limit', 'arrival'] })).toEqual([
      ['No.', 'Row', 'Limit (CNY)', 'Arrival (CNY)'],
      ['x', '1', '50.00', '1.00'],
      ['x', '2', '50.00', ''],
      ['x', '3', '50.00', ''],
      ['x', '4', '50.00', '1.00'],
      ['', '', '', ''],
      ['Total: 4 rows', '', '', '2.00'],
    ]);
  });

  it('name the currency once if its column is requested, with the totals that have none above it', async () => {
    const columns = ['no', 'currency', 'amount', 'pieces', 'deposit'];
    expect((await table(several, { columns, currency: null })).slice(-4)).toEqual([
      ['', '', '', '', ''],
      ['Total: 3 rows', '', '', '3', '0.00'],
      ['', 'CNY', '3.50', '', ''],
      ['', 'JPY', '100', '', ''],
    ]);
  });

  it("never show an amount under another currency's name, even for a row added in the meantime", async () => {
    expect(await table(several, { columns: ['no', 'amount'], currency: 'CNY' })).toEqual([
      ['No.', 'Amount (CNY)'],
      ['a', '1.00'],
      ['b', '100 JPY'],
      ['c', '2.50'],
      ['', ''],
      ['Total: 3 rows', '3.50'],
      ['', '100 JPY'],
    ]);
  });

  it('add up exactly the amounts that they show', async () => {
    const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(amount), { maxLength: 250 }), async (amounts) => {
        const rows = await table(
          amounts.map((one) => ({ no: 'x', deposit: one })),
          { columns: ['no', 'deposit'] },
        );
        const minor = (text = '') => BigInt(text.replace('.', '') || '0');
        const shown = rows.slice(1, -2).map(([, cell]) => minor(cell));
        expect(minor(rows.at(-1)?.[1])).toBe(shown.reduce((sum, one) => sum + one, 0n));
        expect(shown).toEqual(amounts.map((one) => BigInt(one ?? 0)));
      }),
      { numRuns: 50 },
    );
  });
});
