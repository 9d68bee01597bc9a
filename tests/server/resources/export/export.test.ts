import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import chinese from '../../../../i18n/zh.json' with { type: 'json' };
import { startExportServer, type ExportServer } from './exportServer.ts';

const zh = { headers: { 'Accept-Language': 'zh-CN' } };
/** Shanghai's time, which has been 8 hours ahead of UTC since 1991. */
const inShanghai = (at: Date) => new Date(at.getTime() + 8 * 3_600_000);
const major = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
const rowsOf = async (answer: Response) => parseCsv(await answer.text(), { delimiter: ',' });

describe('an export of orders', () => {
  let server: ExportServer;
  let orders: Awaited<ReturnType<typeof readOrders>>;

  const readOrders = () =>
    server.db.kysely
      .selectFrom('orders')
      .where('merchant_id', '=', server.merchantId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .selectAll()
      .execute();

  beforeAll(async () => {
    server = await startExportServer(USUAL_DATABASE);
    orders = await readOrders();
  });
  afterAll(() => server.close());
  afterEach(() => {
    server.wrap = (source) => source;
    server.permissions = ['orders.list', 'orders.export', 'channels.list'];
    server.audited.length = 0;
  });

  it("is byte for byte what was requested, in the user's language", async () => {
    const [a, b] = orders;
    if (!a || !b) throw new Error('no orders');
    const name = async (id: string) =>
      (await server.db.kysely.selectFrom('channels').where('id', '=', id).select('name').executeTakeFirstOrThrow())
        .name;
    const words = new Map(Object.entries(chinese.status));
    const columns = JSON.stringify(['order_no', 'status', 'amount', 'channel_id', 'created_at', 'rate_bps']);
    const answer = await server.get({ columns, filter: JSON.stringify({ id: [a.id, b.id] }) }, zh);
    const line = async (order: typeof a) =>
      [
        order.order_no,
        words.get(order.status),
        major(order.amount),
        await name(order.channel_id),
        inShanghai(order.created_at).toISOString().slice(0, 19).replace('T', ' '),
        `${major(BigInt(order.rate_bps))}%`,
      ].join(',');
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      [
        '\uFEFF平台订单号,状态,订单金额 (CNY),通道,创建时间 (Asia/Shanghai),费率',
        await line(a),
        await line(b),
        ',,,,,',
        `合计：2 行,,${major(a.amount + b.amount)},,,`,
        '',
      ].join('\r\n'),
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders-2026-11-20.csv"; filename*=UTF-8''${encodeURIComponent('代收订单')}-2026-11-20.csv`,
      'x-total-rows': '2',
      'cache-control': 'no-store',
    });
  });

  it('has exactly the rows of the filter, in the order of the sort, over many batches', async () => {
    expect(orders.length).toBeGreaterThan(1_000);
    const [, ...rows] = await rowsOf(await server.get({ columns: '["order_no"]' }));
    expect(rows.slice(0, -2).map(([no]) => no)).toEqual(orders.map(({ order_no }) => order_no));
    const filter = JSON.stringify({ status: ['failed'], amount_gte: '10000' });
    const answer = await server.get({
      columns: '["id","amount"]'.replace('id', 'order_no'),
      filter,
      sort: '["amount","ASC"]',
    });
    const expected = orders
      .filter(({ status, amount }) => status === 'failed' && amount >= 10_000n)
      .toSorted((a, b) => (a.amount === b.amount ? (a.id < b.id ? -1 : 1) : a.amount < b.amount ? -1 : 1));
    expect(answer.headers.get('x-total-rows')).toBe(String(expected.length));
    expect((await rowsOf(answer)).slice(1, -2)).toEqual(
      expected.map(({ order_no, amount }) => [order_no, major(amount)]),
    );
  });

  it('ends with the sums of its rows, and of the charged fees', async () => {
    const rows = await rowsOf(await server.get({ columns: '["order_no","amount","fee","fixed_fee"]' }));
    const sum = (of: 'amount' | 'fee', among: typeof orders) =>
      major(among.reduce((total, order) => total + order[of], 0n));
    const paid = orders.filter(({ status }) => status === 'success');
    const amount = sum('amount', orders);
    expect(rows.at(-1)).toEqual([`Total: ${orders.length} rows`, amount, sum('fee', paid), '']);
    expect(sum('fee', paid)).not.toBe(sum('fee', orders));
    const fees = rows.slice(1, -2).map(([, , fee]) => fee);
    expect(fees).toEqual(orders.map(({ status, fee }) => (status === 'success' ? major(fee) : '')));
  });

  it('has all exportable columns by default', async () => {
    const [header] = await rowsOf(await server.get({ filter: '{"id":[]}' }));
    expect(header).toContain('Platform order number');
    expect(header).toContain('Updated (Asia/Shanghai)');
    expect(header).toHaveLength(27);
  });

  it('shows the currency in a separate column if there are two', async () => {
    const [a, b] = orders;
    const ids = [a?.id ?? '', b?.id ?? ''];
    await server.db.kysely
      .updateTable('orders')
      .set({ currency: 'JPY' })
      .where('id', '=', ids[1] ?? '')
      .execute();
    const query = { columns: '["amount"]', filter: JSON.stringify({ id: ids }) };
    const two = await rowsOf(await server.get(query));
    const one = await rowsOf(await server.get({ ...query, filter: JSON.stringify({ id: ids[1] }) }));
    await server.db.kysely
      .updateTable('orders')
      .set({ currency: 'CNY' })
      .where('id', '=', ids[1] ?? '')
      .execute();
    const [inYuan, inYen] = [major(a?.amount ?? 0n), String(b?.amount)];
    expect(two.slice(0, 3)).toEqual([
      ['Order amount', 'Currency'],
      [inYuan, 'CNY'],
      [inYen, 'JPY'],
    ]);
    expect(two.slice(-2)).toEqual([
      [inYuan, 'CNY'],
      [inYen, 'JPY'],
    ]);
    expect(one.slice(0, 2)).toEqual([['Order amount (JPY)'], [inYen]]);
  });

  it('names no referenced record that the user may not list', async () => {
    server.permissions = ['orders.export'];
    const [, row] = await rowsOf(await server.get({ columns: '["channel_id"]' }));
    expect(row).toEqual([orders[0]?.channel_id]);
  });

  it('is rejected for users who may only list', async () => {
    server.permissions = ['orders.list'];
    const answer = await server.get({});
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 40_300 }]);
  });

  it('as XLSX has the same values, with numbers and times as such', async () => {
    const columns = JSON.stringify(['order_no', 'amount', 'created_at', 'status']);
    const answer = await server.get({ format: 'xlsx', columns });
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()), { readStyles: true });
    const [sheet] = sheets;
    expect(sheet?.name).toBe('Collection orders');
    expect(sheet?.rows[0]).toEqual([
      'Platform order number',
      'Order amount (CNY)',
      'Created (Asia/Shanghai)',
      'Status',
    ]);
    expect(sheet?.rows.slice(1, -2).map(([no, amount, at]) => [no, amount, at])).toEqual(
      orders.map(({ order_no, amount, created_at }) => [
        order_no,
        Number(amount) / 100,
        new Date(Math.floor(inShanghai(created_at).getTime() / 1000) * 1000),
      ]),
    );
    const total = orders.reduce((sum, { amount }) => sum + amount, 0n);
    expect(sheet?.rows.at(-1)?.slice(0, 2)).toEqual([`Total: ${orders.length} rows`, Number(total) / 100]);
  });

  it.each([
    [{ columns: '["merchant_id"]' }, 422, { columns: '字段“merchant_id”不能导出。' }],
    [{ filter: '{"fee":"1"}' }, 422, { fee: '此列表不支持按“fee”筛选。' }],
    [{ format: 'pdf' }, 400, undefined],
    [{ columns: 'order_no' }, 400, undefined],
  ])('is rejected with an envelope for %j', async (query, status, errors) => {
    const answer = await server.get(query, zh);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toBe(null);
    expect(await answer.json()).toMatchObject({ code: status * 100, ...(errors ? { data: { errors } } : {}) });
  });

  it('as XLSX is rejected with more rows than a sheet can have', async () => {
    server.wrap = (source) => ({ ...source, summary: async () => ({ count: 1_040_001, sums: {} }) });
    const answer = await server.get({ format: 'xlsx' });
    expect(await answer.json()).toMatchObject({
      data: { errors: { format: expect.stringContaining('1040001') } },
    });
  });

  it('is logged with its filter, columns and rows', async () => {
    const filter = '{"status":["failed"]}';
    await (await server.get({ format: 'xlsx', filter, sort: '["amount","ASC"]', columns: '["amount"]' })).arrayBuffer();
    const rows = orders.filter(({ status }) => status === 'failed').length;
    expect(server.audited).toEqual([
      { resource: 'orders', format: 'xlsx', filter, sort: '["amount","ASC"]', columns: ['amount'], rows },
    ]);
  });
});
