import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const declaration = {
  version: 1,
  name: 'suppliers',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'name', type: 'text', required: true, label: 'Name' },
    {
      source: 'status',
      type: 'enum',
      default: 'enabled',
      label: 'Status',
      choices: [{ id: 'enabled', color: 'success' }, { id: 'disabled' }],
    },
    { source: 'paid', type: 'money', default: '0', label: 'Paid' },
  ],
  list: { columns: ['name', 'status', 'paid'], sort: { field: 'id', order: 'ASC' } },
  actions: [
    {
      key: 'pay',
      label: 'Pay',
      payPassword: true,
      success: 'Paid to %{record}',
      form: [{ source: 'amount', type: 'money', required: true, min: '100', label: 'Amount' }],
      set: { paid: '$form.amount' },
    },
    {
      key: 'disable',
      label: 'Disable',
      scope: 'bulk',
      confirm: true,
      set: { status: 'disabled' },
      when: { field: 'status', eq: 'enabled' },
    },
  ],
};

describe('declared actions on the server', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { suppliers: declaration } });
    const { world } = console;
    await addMenuPage(world, 'M100001', 'suppliers', 'Suppliers');
    const { login_token: token } = await world.signIn('demo');
    for (const name of ['Acme', 'Bolt', 'Core']) {
      const answer = await world.call({ method: 'POST', url: '/prod-api/suppliers', payload: { name }, token });
      expect(answer.statusCode).toBe(201);
    }
    opened = await console.open('/suppliers', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  async function payment(name: string, amount: string) {
    await row(name)
      .getByRole('button', { name: `Actions: ${name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Pay' }).click();
    await dialog()
      .getByLabel(/Amount/)
      .fill(amount);
    await press('Review');
    await dialog().getByText(`${amount} CNY`).waitFor();
  }

  it('a payment asks for the payment password and reports a wrong one', async () => {
    await payment('Acme', '12.50');
    await opened.expectAccessible();
    await dialog()
      .getByLabel(/Payment password/)
      .fill('000000');
    await press('Confirm');
    await dialog()
      .getByText(/Incorrect payment password/)
      .waitFor();
    await dialog()
      .getByLabel(/Payment password/)
      .fill(DEMO_PAY_PASSWORD);
    await press('Confirm');
    await page.getByText('Paid to Acme').waitFor();
    await row('Acme').getByText('12.50').waitFor();
  });

  it('a payment whose response is lost is executed once, however often it is retried', async () => {
    let cut = 2;
    await page.route('**/suppliers/*/pay', async (route) => {
      if (cut-- <= 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await payment('Bolt', '99.00');
    await dialog()
      .getByLabel(/Payment password/)
      .fill(DEMO_PAY_PASSWORD);
    await press('Confirm');
    await dialog().getByText('We couldn’t confirm whether this went through').waitFor();
    await press('Try again');
    await dialog().getByText('We couldn’t confirm whether this went through').waitFor();
    await press('Try again');
    await page.getByText('Paid to Bolt').waitFor();
    const stored = sql`select revision from r_suppliers where name = 'Bolt'`;
    const { rows } = await stored.execute(console.world.db.kysely);
    expect(rows).toEqual([{ revision: 2 }]);
  });

  it('a bulk action applies only to records in a suitable state', async () => {
    for (const name of ['Acme', 'Core']) await row(name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Disable' }).click();
    await press('Disable');
    await page.getByText('Disable: done for 2 records').waitFor();
    await row('Core').getByText('Disabled').waitFor();
    await row('Core').getByRole('checkbox').check();
    await row('Bolt').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog()
      .getByText(/1 of 2 records/)
      .waitFor();
    await opened.expectAccessible();
    await press('Disable');
    await row('Bolt').getByText('Disabled').waitFor();
  });
});
