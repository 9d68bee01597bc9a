import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { tabBar } from '../support/tabBar.ts';
import { openedSales } from './openedSales.ts';

describe('the dashboard of the CRM example', () => {
  const dashboard = openedSales();

  const input = (name: string) => dashboard.page.getByRole('textbox', { name, exact: true });

  const heading = (name: string) => dashboard.page.getByRole('heading', { level: 1, name });

  const card = (name: string) => dashboard.page.getByRole('region', { name, exact: true });

  const open = (path: string) => tabBar(dashboard.page).visit(path);

  const choose = async (name: string, text: string) => {
    await dashboard.page.getByRole('combobox', { name }).fill(text);
    await dashboard.page.getByRole('option', { name: text }).click();
  };

  const save = async (name: string) => {
    await dashboard.page.getByRole('button', { name: 'Save', exact: true }).click();
    await heading(name).waitFor();
  };

  it('says of each card that there are no records yet', async () => {
    await heading('Sales').waitFor();
    await card('Open deals').getByRole('link', { name: 'Open deals: 0.00 CNY' }).waitFor();
    await card('Deals: Stage').getByText('No records').waitFor();
    await card('My next follow-ups').getByText('No records').waitFor();
    await dashboard.opened.expectAccessible();
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
    await dashboard.opened.expectAccessibleInBoth();
    await card('Open deals').getByRole('link', { name: 'Open deals: 1,200.00 EUR' }).click();
    await heading('Deals').waitFor();
    expect(filterIn(dashboard.page)).toEqual({ stage: ['new', 'proposal'] });
    await dashboard.page.getByRole('main').getByRole('link', { name: 'Ten licences' }).waitFor();

    await open('/sales');
    await card('Deals: Stage').getByRole('link', { name: 'New 1,200.00 EUR' }).click();
    await heading('Deals').waitFor();
    expect(filterIn(dashboard.page)).toEqual({ stage: ['new'] });

    await open('/sales');
    const next = card('My next follow-ups');
    await next.getByRole('link', { name: 'Ten licences' }).waitFor();
    await next.getByRole('link', { name: 'Show all (1)' }).click();
    await heading('Follow-ups').waitFor();
    expect(filterIn(dashboard.page)).toMatchObject({ is_open: 'true' });
    await open('/sales');
    await next.getByRole('link', { name: 'Send the offer' }).click();
    await heading('Send the offer').waitFor();
  });
});

function filterIn(page: Page): unknown {
  return JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}');
}
