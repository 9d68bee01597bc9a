import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ordersIn } from '#console/features/dashboard/useOrdersLink.ts';
import { dashboard } from '#shared/contract/dashboard.ts';
import { summarySchema, type Summary } from '@merchant-console/protocol';
import { submerchantStatistics } from '#shared/contract/submerchantStatistics.ts';
import {
  addDays,
  dayInZone,
  endOfDay,
  parseAmount,
  plainText,
  scaleOfCurrency,
  type Standing,
  standingOf,
  startOfDay,
} from '@merchant-console/declaration';
import { sumIn } from '#tests/support/sumIn.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { ledgerFigures, type LedgerFigures } from './ledgerFigures.ts';
import { addMixedOrders, CURRENCIES } from './mixedCurrencies.ts';

/** For each list, the ledger's name of each of its amount columns. */
const LISTS = {
  orders: { fee: 'fees', arrival_amount: 'credited' },
  submerchant_orders: { fee: 'fees', arrival_amount: 'credited' },
  deposits: { fee: 'fees', arrival_amount: 'credited' },
  payouts: { fee: 'fees', debit_amount: 'debited' },
  submerchant_payouts: { fee: 'fees', debit_amount: 'debited' },
  withdrawals: { fee: 'fees', arrival_amount: 'sent' },
  payment_requests: { fee: 'fees' },
  refunds: { fee_returned: 'returned', payer_amount: 'sent', debit_amount: 'debited' },
  submerchant_refunds: { fee_returned: 'returned', debit_amount: 'debited' },
  deposit_reviews: { fee: 'fees', arrival_amount: 'credited' },
  withdrawal_reviews: { fee: 'fees', arrival_amount: 'sent' },
  adjustments: { booked_amount: 'adjusted' },
} as const satisfies Record<string, Record<string, keyof LedgerFigures>>;
type List = keyof typeof LISTS;
const NAMES = ['orders', 'submerchant_orders', 'deposits', 'payouts', 'submerchant_payouts'] as const;
/** Lists of the platform, over the requests of all merchants. */
const OPERATORS: readonly List[] = ['deposit_reviews', 'withdrawal_reviews', 'adjustments'];
const ALL: readonly List[] = [
  ...NAMES,
  'withdrawals',
  'payment_requests',
  'refunds',
  'submerchant_refunds',
  ...OPERATORS,
];

const ZONES = ['UTC', 'Asia/Shanghai', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const CASES = 120;
const PAGE = 100;
/** Headings don't matter, because the test reads exported files by column position. */
const OWN = { currency: 'CNY', is_divide_hundred: 1 } as const;

const rowsSchema = z.array(z.looseObject({ id: z.string(), currency: z.string() }));
type Row = z.infer<typeof rowsSchema>[number];

describe('for the same filter', () => {
  let world: World;
  let token = '';
  let operatorToken = '';
  let merchantId = '';
  let resources: Awaited<ReturnType<typeof loadResources>>;

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
    resources = await loadResources('resources');
    const { tenant_id } = await world.db.kysely
      .selectFrom('directory')
      .where('name', '=', 'demo')
      .select('tenant_id')
      .executeTakeFirstOrThrow();
    merchantId = tenant_id;
    const below = await world.db.kysely
      .selectFrom('merchants')
      .where('parent_id', '=', merchantId)
      .select('merchant_id')
      .orderBy('merchant_no')
      .executeTakeFirstOrThrow();
    await addMixedOrders(world.db, merchantId, world.clock.now(), 11);
    await addMixedOrders(world.db, below.merchant_id, world.clock.now(), 12);
    token = (await world.signIn('demo')).login_token;
    operatorToken = (await world.signIn('operator')).login_token;
  });
  afterAll(() => world.close());

  async function get(path: string) {
    const isOperators = OPERATORS.some((list) => path.startsWith(resourceOf(list).endpoint));
    const answer = await world.call({ url: `/prod-api/${path}`, token: isOperators ? operatorToken : token });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer;
  }
  const data = async (path: string) => (await get(path)).json<{ data: unknown }>().data;
  const query = (filter: object, more: Record<string, string> = {}) =>
    new URLSearchParams({ filter: JSON.stringify(filter), ...more }).toString();
  const resourceOf = (list: List) => {
    const resource = resources.get(list);
    if (!resource) throw new Error(list);
    return resource;
  };
  const summaryOf = async (list: List, filter: object): Promise<Summary> =>
    summarySchema.parse(await data(`${resourceOf(list).endpoint}/summary?${query(filter)}`));

  async function allRows(list: List, filter: object): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const range = JSON.stringify([rows.length, rows.length + PAGE - 1]);
      const page = rowsSchema.parse(await data(`${resourceOf(list).endpoint}?${query(filter, { range })}`));
      rows.push(...page);
      if (page.length < PAGE) return rows;
    }
  }

  /** Sums of the rows as a page shows them: [currency, digits], for one standing, without zeros. */
  function addedUp(list: List, source: string, rows: readonly Row[], standing: Standing): [string, bigint][] {
    const field = resourceOf(list).fields.find((one) => one.source === source);
    if (!field) throw new Error(source);
    const sums = new Map<string, bigint>();
    for (const row of rows.filter((one) => standingOf(field, one) === standing)) {
      sums.set(row.currency, (sums.get(row.currency) ?? 0n) + BigInt(plainText(row[source])));
    }
    return nonZero([...sums]);
  }
  const nonZero = (sums: [string, bigint][]) => sums.filter(([, sum]) => sum !== 0n).toSorted(byCurrency);

  /** The control total of a file and the sums of its rows, both by currency. */
  async function exported(list: List, filter: object, columns: string[]) {
    const asked = ['currency', ...columns];
    const path = `${resourceOf(list).endpoint}/export?${query(filter, { columns: JSON.stringify(asked) })}`;
    const read = parseCsv((await get(path)).body, { delimiter: ',' });
    const [head = [], ...lines] = read.map((cells) => cells.map(plainText));
    const end = lines.findIndex((cells) => cells.every((cell) => cell === ''));
    const named = (cells: readonly string[], source: string) => {
      const place = asked.indexOf(source);
      // A heading contains the currency if all rows have the same; otherwise the column beside it does.
      const currency = /\(([A-Z]{3})\)/.exec(head[place] ?? '')?.[1] ?? cells[0] ?? '';
      return [currency, minor(cells[place] ?? '', currency)] as const;
    };
    return columns.map((source) => {
      const sums = new Map<string, bigint>();
      for (const cells of lines.slice(0, end)) {
        const [currency, amount] = named(cells, source);
        sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      }
      const totals = lines.slice(end + 1).map((cells): [string, bigint] => [...named(cells, source)]);
      return { source, rows: nonZero([...sums]), totals: nonZero(totals) };
    });
  }

  const cases = fc.record({
    list: fc.constantFrom(...ALL),
    zone: fc.constantFrom(...ZONES),
    from: fc.integer({ min: 0, max: 45 }),
    days: fc.integer({ min: 1, max: 45 }),
    currency: fc.option(fc.constantFrom(...CURRENCIES)),
    least: fc.option(fc.integer({ min: 0, max: 3_000_000 })),
    states: fc.option(fc.infiniteStream(fc.boolean())),
  });

  /** Finds most rows of a list, whatever the random cases find. */
  const WIDEST = { zone: 'UTC', from: 45, days: 46, currency: null, least: null, states: null };

  it('rows of all pages, summary, file, control total and ledger agree exactly', { timeout: 600_000 }, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ list, zone, from, days, currency, least, states }) => {
        const { fields, list: declared } = resourceOf(list);
        const today = dayInZone(world.clock.now(), zone);
        const first = addDays(today, -from);
        const wanted = declared.tabs?.choices.filter(() => states?.next().value === true).map(({ id }) => id) ?? [];
        const hasCurrency = declared.filters.some(({ source }) => source === 'currency');
        const filter = {
          created_at_gte: startOfDay(first, zone),
          created_at_lte: endOfDay(addDays(first, days - 1), zone),
          ...(currency !== null && hasCurrency && { currency }),
          ...(least !== null && { amount_gte: String(least) }),
          ...(wanted.length > 0 && { status: wanted }),
        };
        const rows = await allRows(list, filter);
        const summary = await summaryOf(list, filter);
        found += rows.length;
        expect(summary.count).toBe(rows.length);
        const sources = declared.summary.map(({ source }) => source);
        for (const source of sources) {
          for (const standing of ['counted', 'frozen', 'expected'] as const) {
            const shown = (summary.sums[source] ?? []).map((one): [string, bigint] => [
              one.currency ?? '',
              BigInt((standing === 'counted' ? one.sum : one[standing]) ?? 0),
            ]);
            expect([source, standing, nonZero(shown)]).toEqual([
              source,
              standing,
              addedUp(list, source, rows, standing),
            ]);
          }
        }
        for (const file of await exported(list, filter, sources)) {
          const counted = addedUp(list, file.source, rows, 'counted');
          expect(file).toEqual({ source: file.source, rows: counted, totals: counted });
        }
        const booked = rows.map((row) => plainText(list === 'payment_requests' ? row['payout_id'] : row.id));
        const books = await ledgerFigures(
          world.db,
          booked.filter((id) => id !== ''),
        );
        const inBooks = (of: keyof LedgerFigures) =>
          nonZero(books.map((one): [string, bigint] => [one.currency, BigInt(one[of])]));
        for (const [source, of] of Object.entries<Exclude<keyof LedgerFigures, 'currency'>>(LISTS[list])) {
          expect([source, addedUp(list, source, rows, 'counted')]).toEqual([source, inBooks(of)]);
        }
        if (fields.some(({ source }) => source === 'debit_amount')) {
          expect(addedUp(list, 'debit_amount', rows, 'frozen')).toEqual(inBooks('frozen'));
        }
      }),
      { numRuns: CASES, examples: ALL.map((list) => [{ ...WIDEST, list }] satisfies [object]) },
    );
    expect(found).toBeGreaterThan(CASES);
  });

  it('statistics and dashboard agree with the lists in any time zone', { timeout: 600_000 }, async () => {
    const periods = fc.record({
      zone: fc.constantFrom(...ZONES),
      from: fc.integer({ min: 0, max: 30 }),
      days: fc.integer({ min: 1, max: 30 }),
      isFolded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(periods, async ({ zone, from, days, isFolded }) => {
        if (isFolded) await foldDeltas(world.db);
        await world.db.kysely
          .updateTable('merchants')
          .set({ time_zone: zone })
          .where('merchant_id', '=', merchantId)
          .execute();
        const end = addDays(dayInZone(world.clock.now(), zone), -from);
        const period = { from: addDays(end, 1 - days), to: end };
        const filter = { created_at_gte: startOfDay(period.from, zone), created_at_lte: endOfDay(period.to, zone) };
        const [orders, payouts] = [
          await summaryOf('submerchant_orders', filter),
          await summaryOf('submerchant_payouts', filter),
        ];
        const overview = submerchantStatistics.data.parse(
          await data(`submerchant-stats/overview?${new URLSearchParams(period)}`),
        );
        for (const { currency, total } of overview.currencies) {
          expect({ currency, ...figuresOf(orders, payouts, currency) }).toEqual({
            currency,
            collection_fee: total.collection_fee,
            collection_amount: total.collection_amount,
            payout_fee: total.payout_fee,
            payout_amount: total.payout_amount,
          });
        }
        const home = dashboard.data.parse(await data(`home-info?${new URLSearchParams(period)}`));
        const { span } = home.range;
        expect([span.from, home.range.days]).toEqual([filter.created_at_gte.toISOString(), period]);
        for (const { currency, figures } of home.orders?.currencies ?? []) {
          const listed = await summaryOf('orders', ordersIn({ span, currency }));
          const success = listed.sums['amount']?.[0]?.by_tab?.['success'] ?? '0';
          expect([currency, success, sumIn(listed, 'fee')]).toEqual([currency, figures.amount, figures.fee]);
        }
      }),
      { numRuns: CASES / 3 },
    );
  });
});

/** The statistics of a currency, computed from the summaries of the two lists. */
function figuresOf(orders: Summary, payouts: Summary, currency: string) {
  const paid = ({ sums }: Summary) => sums['amount']?.find((one) => one.currency === currency)?.by_tab?.['success'];
  return {
    collection_fee: sumIn(orders, 'fee', currency),
    collection_amount: paid(orders) ?? '0',
    payout_fee: sumIn(payouts, 'fee', currency),
    payout_amount: paid(payouts) ?? '0',
  };
}

const byCurrency = ([one]: [string, bigint], [other]: [string, bigint]) => (one < other ? -1 : 1);

/** Parses a cell into minor units: `1234.50` in EUR is 123450n. */
function minor(cell: string, currency: string): bigint {
  const text = cell.split(' ')[0] ?? '';
  if (text === '') return 0n;
  const parsed = parseAmount(text.replace('-', ''), scaleOfCurrency(currency, OWN));
  if (!parsed.ok) throw new Error(`no amount: ${cell}`);
  return text.startsWith('-') ? -BigInt(parsed.minor) : BigInt(parsed.minor);
}
