import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import { NAUGHTY } from '#tests/server/security/naughtyStrings.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

/** Besides texts that call `alert`: texts that run code or contact another server if treated as markup or an address. */
const OWN = [
  '<img src=x onerror="reportRun(1)">',
  '<svg onload=reportRun(2)>',
  '"><script>reportRun(3)</script>',
  "'-reportRun(4)-'",
  '${reportRun(5)}',
  '{{constructor.constructor("reportRun(6)")()}}',
  'javascript:reportRun(7)',
  '<iframe srcdoc="<script>parent.reportRun(8)</script>">',
  '<img src="http://elsewhere.example/pixel">',
  '<link rel=stylesheet href=//elsewhere.example/a.css>',
  '<base href="http://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=http://elsewhere.example/">',
  '%{smart_count} |||| %{reportRun}',
];
const MARKUP = [...OWN, ...NAUGHTY.filter((text) => /[<>`]|javascript|alert|\$\{|\{\{/i.test(text))];

/** `npm run test:security` visits all pages; other runs only those that show most of the texts. */
const ALL = process.env['SECURITY_ALL'] === '1';
const SOME = [
  '/orderList',
  '/applyrecharge',
  '/bankcard',
  '/payees',
  '/submercList',
  '/access/roleManagement',
  '/access/authuser',
];

/** Texts that pages show, by table. */
const COLUMNS: readonly [table: string, column: string][] = [
  ['orders', 'merchant_order_no'],
  ['payouts', 'payee_name'],
  ['deposits', 'payer_name'],
  ['deposits', 'remark'],
  ['withdrawals', 'remark'],
  ['payment_requests', 'payee_name'],
  ['payment_requests', 'remark'],
  ['bankcards', 'name'],
  ['bankcards', 'bank_name'],
  ['bankcards', 'branch_name'],
  ['payees', 'name'],
  ['payees', 'bank_name'],
  ['payees', 'note'],
  ['channels', 'name'],
  ['roles', 'name'],
  ['roles', 'description'],
  ['users', 'real_name'],
  ['merchants', 'name'],
  ['merchants', 'short_name'],
  ['batch_transfers', 'file_name'],
];

describe('records with texts that have broken other programs', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  const ran: string[] = [];
  let addresses: string[];

  beforeAll(async () => {
    console = await openConsole({ orders: 100 });
    const { db } = console.world;
    for (const [table, column] of COLUMNS) await fill(table, column);
    const title = JSON.stringify({ en: OWN[0], zh: OWN[1], es: OWN[2], ja: OWN[3] });
    await sql`update menus set title = ${title}::jsonb where url_name = 'orderList'`.execute(db.kysely);
    const { routers } = await console.world.signIn('demo');
    addresses = buildRouteTable(routers).routes.flatMap(({ page: name, pattern }) =>
      name === null || pattern.includes(':') ? [] : [pattern],
    );
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    await page.exposeFunction('reportRun', (what: unknown) => void ran.push(String(what)));
    for (const name of ['alert', 'confirm', 'prompt']) {
      await page.addInitScript(`window.${name} = (text) => reportRun('${name} ' + text)`);
    }
    await page.goto(`${console.origin}/dashboard`);
    await page.getByRole('main').waitFor();
  });
  afterAll(() => console.close());

  /** Each row gets another text, as often as there are rows. */
  async function fill(table: string, column: string): Promise<void> {
    const [name, text] = [sql.table(table), sql.ref(column)];
    const texts = sql`${MARKUP}::text[]`;
    await sql`update ${name} t set ${text} = left((${texts})[1 + (r.place - 1) % ${MARKUP.length}], 100)
      from (select ctid as row, row_number() over () as place from ${name}) r where t.ctid = r.row`.execute(
      console.world.db.kysely,
    );
  }

  async function settle(): Promise<void> {
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(
      () => ![...document.querySelectorAll('main [aria-busy=true]')].some((busy) => busy.checkVisibility()),
    );
  }

  function expectNothing(): void {
    expect(ran).toEqual([]);
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  }

  it('run no code in any list or record, and send no request to other servers', { timeout: 240_000 }, async () => {
    expect(addresses).toEqual(expect.arrayContaining(SOME));
    let records = 0;
    for (const address of ALL ? addresses : SOME) {
      await tabBar(page).visit(address);
      await settle();
      const row = page.getByRole('main').locator('table[aria-busy=false] tbody tr:visible').first();
      if (SOME.includes(address)) await row.waitFor();
      else if (!(await row.isVisible())) continue;
      await row.press('Enter');
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(address);
      await settle();
      records += 1;
    }
    expect(records).toBeGreaterThanOrEqual(SOME.length);
    expectNothing();
  });

  it('are shown literally', async () => {
    await page.goto(`${console.origin}/orderList?perPage=30`);
    await settle();
    const shown = await page.getByRole('main').getByRole('table').first().innerText();
    expect(MARKUP.filter((text) => shown.includes(text)).length).toBeGreaterThan(10);
    expectNothing();
  });

  it('run no code when they are searched for', async () => {
    for (const text of OWN) {
      await page.keyboard.press('Control+k');
      const field = page.getByRole('dialog', { name: 'Find a page or record' }).getByRole('combobox');
      await field.fill(text);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
    }
    await page.goto(`${console.origin}/orderList?${new URLSearchParams({ filter: JSON.stringify({ q: OWN[0] }) })}`);
    await settle();
    expectNothing();
  });

  it('run no code as part of a URL', async () => {
    for (const text of OWN) {
      await page.goto(`${console.origin}/${encodeURIComponent(text)}?redirect=${encodeURIComponent(text)}#${text}`);
      await page.getByRole('main').waitFor();
    }
    expect(new URL(page.url()).origin).toBe(console.origin);
    expectNothing();
  });
});
