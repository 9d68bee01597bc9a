import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['companies', 'contacts', 'deals', 'follow_ups', 'tags', 'sales'] as const;

describe('the dashboard of the CRM example', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('crm', NAMES);
    opened = await console.open('/sales', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const open = (path: string) => page.goto(new URL(path, page.url()).href);
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text);
    await page.getByRole('option', { name: text }).click();
  };
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await heading(name).waitFor();
  };

  it('says of each card that there are no records yet', async () => {
    await heading('Sales').waitFor();
    await card('Open deals').getByRole('link', { name: 'Open deals: 0.00 CNY' }).waitFor();
    await card('Deals: Stage').getByText('No records').waitFor();
    await card('My next follow-ups').getByText('No records').waitFor();
    await opened.expectAccessible();
  });

  it('leads from a figure, a bar and a record to their lists and pages', async () => {
    await open('/companies/create');
    await input('Name').fill('Double Click Co');
    await save('Double Click Co');
    await open('/deals/create');
    await input('Name').fill('Ten licences');
    await choose('Company', 'Double Click Co');
    await input('Amount').fill('1200');
    await save('Ten licences');
    await open('/follow-ups/create');
    await input('Subject').fill('Send the offer');
    await choose('Deal', 'Ten licences');
    await save('Send the offer');

    await open('/sales');
    await opened.expectAccessibleInBoth();
    await card('Open deals').getByRole('link', { name: 'Open deals: 1,200.00 EUR' }).click();
    await heading('Deals').waitFor();
    expect(filterIn(page)).toEqual({ stage: ['new', 'proposal'] });
    await page.getByRole('main').getByRole('link', { name: 'Ten licences' }).waitFor();

    await open('/sales');
    await card('Deals: Stage').getByRole('link', { name: 'New 1,200.00 EUR' }).click();
    await heading('Deals').waitFor();
    expect(filterIn(page)).toEqual({ stage: ['new'] });

    await open('/sales');
    const next = card('My next follow-ups');
    await next.getByRole('link', { name: 'Ten licences' }).waitFor();
    await next.getByRole('link', { name: 'Show all (1)' }).click();
    await heading('Follow-ups').waitFor();
    expect(filterIn(page)).toMatchObject({ is_open: 'true' });
    await open('/sales');
    await next.getByRole('link', { name: 'Send the offer' }).click();
    await heading('Send the offer').waitFor();
  });

  it('is the first page of the users with a role that it names', async () => {
    const sales: object = JSON.parse(readFileSync('examples/crm/sales.json', 'utf8'));
    await console.world.writeResource('sales', { ...sales, firstPageOf: ['Owner'] });
    const menu = async () => JSON.stringify((await console.world.signIn('demo')).routers);
    await expect.poll(menu).toContain('"is_first":1');
    const first = await console.open('/', { as: 'demo' });
    await first.page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
    await first.page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect.poll(() => new URL(first.page.url()).pathname).toBe('/dashboard');
  });

  it('is edited as text, without designer and preview', async () => {
    const editor = await console.open('/configurationProblems?file=sales', { as: 'operator' });
    await editor.page.getByText('There is no preview of dashboards').waitFor();
    await editor.page.getByText('No problems').waitFor();
    expect(await editor.page.getByRole('main').getByRole('tab').count()).toBe(0);
  });
});

function filterIn(page: Page): unknown {
  return JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}');
}
