import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarySchema, type Filter } from '@merchant-console/protocol';
import { sumIn } from '#tests/support/sumIn.ts';
import {
  LONGEST_STATEMENT,
  statement as statementCall,
  type Statement,
  type StatementFigures,
  type StatementSection,
} from '#shared/contract/statements.ts';
import { addDays, dayInZone } from '@merchant-console/declaration';
import { ENTRIES_RESOURCE, balanceEntriesFilter, lineEntriesFilter } from '#shared/statements/entriesFilter.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { readZip } from '#tests/support/readZip.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { userCalls } from '../users/userCalls.ts';

const ZONE = 'Asia/Shanghai';
/** Figures of a statement, and the ledger sums that must equal them. */
const SUMS = { available: 'change_amount', frozen: 'frozen_change', total: 'total_change' } as const;
const FIGURES = ['available', 'frozen', 'total'] as const;

describe('statements of the demo', () => {
  let world: World;
  let owner = '';
  let today = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 300 });
    owner = (await world.signIn('demo', DEMO_PASSWORD)).login_token;
    today = dayInZone(world.clock.now(), ZONE);
  });
  afterAll(() => world.close());

  const send = (path: string) => userCalls(world).send('GET', path, owner);
  async function read(query: object): Promise<Statement> {
    return statementCall.data.parse((await send(`/statements?${new URLSearchParams({ ...query })}`)).data);
  }
  const inPeriod = (from: string, to: string) => read({ from, to });
  async function listed(filter: Filter) {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    const summary = summarySchema.parse((await send(`/${ENTRIES_RESOURCE}/summary?${query}`)).data);
    const figures = FIGURES.map((figure) => [figure, sumIn(summary, SUMS[figure])] as const);
    return { count: summary.count, figures: Object.fromEntries(figures) };
  }
  const figuresOf = (of: StatementFigures) => ({ available: of.available, frozen: of.frozen, total: of.total });
  const own = ({ statements: [one] }: Statement) => {
    if (!one) throw new Error('no currency');
    return one;
  };

  /** Compares each figure with the list that it links to. */
  async function expectEntriesBehind(section: StatementSection, currency: string): Promise<void> {
    for (const line of section.lines) {
      const filter = lineEntriesFilter(line.key, { ...section, currency });
      if (!filter) throw new Error(`Nothing is behind ${line.key}`);
      expect({ line: line.key, ...(await listed(filter)) }).toEqual({
        line: line.key,
        count: line.count,
        figures: figuresOf(line),
      });
    }
    for (const end of ['opening', 'closing'] as const) {
      const { figures } = await listed(balanceEntriesFilter(end, { ...section, currency }));
      expect({ end, figures }).toEqual({ end, figures: figuresOf(section[end]) });
    }
  }

  function expectTied({ opening, lines, closing, credit, debit, ...section }: StatementSection): void {
    for (const figure of ['available', 'frozen', 'total'] as const) {
      const sum = lines.reduce((total, line) => total + BigInt(line[figure]), BigInt(opening[figure]));
      expect(sum.toString()).toBe(closing[figure]);
    }
    expect(BigInt(opening.total) + BigInt(credit) + BigInt(debit)).toBe(BigInt(closing.total));
    expect(section).toMatchObject({ difference: { available: '0', frozen: '0', total: '0' }, missing: 0 });
  }

  it('link each figure to exactly the entries that it adds up, for each day over months', async () => {
    for (const back of [0, 1, 2]) {
      const to = addDays(today, -LONGEST_STATEMENT * back);
      const one = await inPeriod(addDays(to, 1 - LONGEST_STATEMENT), to);
      const { currency, whole, days } = own(one);
      await expectEntriesBehind(whole, currency);
      expectTied(whole);
      for (const day of days) expectTied(day);
      for (const [index, day] of days.entries()) expect(day.opening).toEqual(days[index - 1]?.closing ?? whole.opening);
      const busiest = days.toSorted((a, b) => b.lines.length - a.lines.length)[0];
      if (busiest) await expectEntriesBehind(busiest, currency);
    }
  });

  it("end with the wallet's balance if they include today", async () => {
    const { wallet, whole } = own(await inPeriod(today, today));
    expect(wallet).toEqual({ balance: whole.closing, difference: { available: '0', frozen: '0', total: '0' } });
    expect(own(await read({})).wallet).toBeNull();
  });

  it('show yesterday by default, and reject invalid days', async () => {
    const yesterday = addDays(today, -1);
    expect((await read({})).period).toEqual({ from: yesterday, to: yesterday });
    expect((await read({ from: '2026-01-05' })).period).toEqual({ from: '2026-01-05', to: '2026-01-05' });
    const refused = async (query: object) => (await send(`/statements?${new URLSearchParams({ ...query })}`)).status;
    expect(await refused({ from: today, to: yesterday })).toBe(422);
    expect(await refused({ from: today, to: addDays(today, 1) })).toBe(422);
    expect(await refused({ from: addDays(today, -LONGEST_STATEMENT), to: today })).toBe(422);
    expect(await refused({ currency: 'XXX' })).toBe(404);
  });

  it('are exported with their totals, and the export is logged', async () => {
    const query = new URLSearchParams({ from: addDays(today, -9), to: addDays(today, -1), format: 'csv' });
    const ask = () => world.call({ method: 'GET', url: `/prod-api/statements/export?${query}`, token: owner });
    const csv = await ask();
    const { currency, whole, days } = own(await inPeriod(addDays(today, -9), addDays(today, -1)));
    const lines = csv.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines[0]).toBe(`Currency,Date (${ZONE}),Description,Entries,Gross,Fees,Net,Available,Frozen,Total`);
    const major = (minor: string) => minor.replace(/\d+/, (digits) => digits.padStart(3, '0').replace(/(?=..$)/, '.'));
    expect(lines.filter((line) => line.includes('Opening balance'))).toHaveLength(days.length + 1);
    const closing = [whole.closing.available, whole.closing.frozen, whole.closing.total].map(major).join(',');
    const period = `${addDays(today, -9)} – ${addDays(today, -1)}`;
    expect(lines).toContain(`${currency},${period},Closing balance,,,,,${closing}`);
    const { gross, fee, net } = whole.activity;
    expect(lines).toContain(`${currency},${period},Total in and out,,${[gross, fee, net].map(major).join(',')},,,`);
    expect(csv.headers['content-disposition']).toMatch(
      /filename="statement-[\w-]+-\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv"/,
    );
    query.set('format', 'xlsx');
    const xlsx = await ask();
    expect([...readZip(xlsx.rawPayload).keys()]).toContain('xl/worksheets/sheet1.xml');
    const recorded = world.db.kysely.selectFrom('audit_logs').where('action', '=', 'statements.export');
    const rows = (await recorded.select('after').orderBy('seq').execute()).map(({ after }) => after);
    const of = { from: addDays(today, -9), to: addDays(today, -1), currency: '' };
    expect(rows).toEqual([
      { format: 'csv', ...of },
      { format: 'xlsx', ...of },
    ]);
  });
});
