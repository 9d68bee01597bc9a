import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openedSales } from './openedSales.ts';

describe('the dashboard of the CRM example', () => {
  const dashboard = openedSales();

  it('is the first page of the users with a role that it names', async () => {
    const sales: object = JSON.parse(readFileSync('examples/crm/sales.json', 'utf8'));
    await dashboard.console.world.writeResource('sales', { ...sales, firstPageOf: ['Owner'] });
    const menu = async () => JSON.stringify((await dashboard.console.world.signIn('demo')).routers);
    await expect.poll(menu).toContain('"is_first":1');
    const first = await dashboard.console.open('/', { as: 'demo' });
    await first.page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
    await first.page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect.poll(() => new URL(first.page.url()).pathname).toBe('/dashboard');
  });

  it('is edited as text, without designer and preview', async () => {
    const editor = await dashboard.console.open('/configurationProblems?file=sales', { as: 'operator' });
    await editor.page.getByText('There is no preview of dashboards').waitFor();
    await editor.page.getByText('No problems').waitFor();
    expect(await editor.page.getByRole('main').getByRole('tab').count()).toBe(0);
  });
});
