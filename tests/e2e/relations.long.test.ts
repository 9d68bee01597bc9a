import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMenuPage } from '../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const customers = {
  version: 1,
  name: 'customers',
  storage: 'table',
  label: 'Customers',
  fields: [
    { source: 'name', type: 'text', required: true, search: true, unique: 'ignoring case' },
    { source: 'tax_no', type: 'text', search: true },
  ],
  show: {
    related: [
      {
        reference: 'invoices',
        target: 'customer_id',
        columns: ['number', 'total'],
        filter: { field: 'state', eq: 'open' },
        sort: { field: 'total', order: 'ASC' },
        summary: ['total'],
        new: true,
      },
    ],
  },
};
const tags = {
  version: 1,
  name: 'tags',
  storage: 'table',
  label: 'Tags',
  fields: [{ source: 'name', type: 'text', required: true, search: true }],
};
const invoices = {
  version: 1,
  name: 'invoices',
  storage: 'table',
  label: 'Invoices',
  recordRepresentation: '%{number} %{customer_id}',
  unique: [['customer_id', 'number']],
  fields: [
    { source: 'number', type: 'text', required: true },
    { source: 'customer_id', type: 'reference', reference: 'customers', required: true, new: true, filter: 'eq' },
    { source: 'tag_ids', type: 'references', reference: 'tags', filter: 'any', max: 2, new: true, onDelete: 'clear' },
    { source: 'state', type: 'enum', choices: [{ id: 'open' }, { id: 'paid' }], default: 'open', filter: 'eq' },
    { source: 'total', type: 'money', sortable: true },
  ],
  list: { summary: ['total'] },
  show: { timeline: true },
};

describe('records that refer to others', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { customers, tags, invoices } });
    for (const [name, title] of [
      ['customers', 'Customers'],
      ['tags', 'Tags'],
      ['invoices', 'Invoices'],
    ] as const)
      await addMenuPage(console.world, 'M100001', name, title);
    opened = await console.open('/invoices/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Customers: new' });
  const save = (within: Page | ReturnType<Page['getByRole']> = page) =>
    within.getByRole('button', { name: 'Save' }).click();

  it('create the other record beside the input, with the problems of its own form', async () => {
    await input('Number').fill('INV-1');
    await page.getByRole('button', { name: 'Customers: new' }).click();
    await save(dialog());
    await dialog().getByText('This field is required.').waitFor();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Acme');
    await dialog().getByRole('textbox', { name: 'Tax no' }).fill('DE811');
    await opened.expectAccessible();
    await save(dialog());
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('combobox', { name: 'Customer' }).inputValue()).toBe('Acme');
    expect(await input('Number').inputValue()).toBe('INV-1');
  });

  it('are named by several fields', async () => {
    await save();
    await page.getByRole('heading', { level: 1, name: 'INV-1 Acme' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^INV-1 Acme - /);
  });

  it('find the other record by each searched field, and may not repeat a combination', async () => {
    await page.goto(new URL('/invoices/create', page.url()).href);
    await input('Number').fill('INV-1');
    await page.getByRole('combobox', { name: 'Customer' }).fill('de811');
    await page.getByRole('option', { name: 'Acme' }).click();
    await save();
    await expect.poll(() => page.getByText('Another record already has this combination.').count()).toBe(2);
    await page.getByRole('button', { name: 'Customers: new' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('ACME');
    await save(dialog());
    await dialog().getByText('Another record already has this value.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await input('Number').inputValue()).toBe('INV-1');
  });

  it('refer to several records, chosen while typing or created beside the input', async () => {
    await page.getByRole('combobox', { name: 'Customer' }).fill('acme');
    await page.getByRole('option', { name: 'Acme' }).click();
    await input('Number').fill('INV-2');
    for (const name of ['urgent', 'paid late', 'abroad']) {
      await page.getByRole('button', { name: 'Tags: new' }).click();
      const tag = page.getByRole('dialog', { name: 'Tags: new' });
      await tag.getByRole('textbox', { name: 'Name' }).fill(name);
      await save(tag);
      await tag.waitFor({ state: 'hidden' });
    }
    await save();
    await page.getByText('Choose no more than 2.').waitFor();
    await page.getByRole('combobox', { name: 'Tag' }).press('Backspace');
    await opened.expectAccessible();
    await save();
    await page.getByRole('heading', { level: 1, name: 'INV-2 Acme' }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('urgent, paid late').waitFor();
    await opened.expectAccessible();
  });

  it('are filtered by any of them in the list, which shows them as chips', async () => {
    await page.goto(new URL('/invoices', page.url()).href);
    await page.getByRole('combobox', { name: /^Tag/ }).click();
    await page.getByRole('option', { name: 'paid late' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'INV' }).count()).toBe(1);
    await page.getByRole('row', { name: /INV-2/ }).getByText('urgent', { exact: true }).waitFor();
    await opened.expectAccessible();
  });

  it('are listed on the page of the other record, which creates more of them and shows their sums', async () => {
    await page.goto(new URL('/customers', page.url()).href);
    await page.getByRole('row', { name: /Acme/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
    const card = page.getByRole('region', { name: 'Invoices' });
    for (const [number, total] of [
      ['INV-3', '10.50'],
      ['INV-4', '20.25'],
    ] as const) {
      await card.getByRole('button', { name: 'Invoices: new' }).click();
      const form = page.getByRole('dialog', { name: 'Invoices: new' });
      await form.getByRole('textbox', { name: 'Number' }).fill(number);
      await form.getByRole('textbox', { name: 'Total' }).fill(total);
      await save(form);
      await form.waitFor({ state: 'hidden' });
    }
    await expect.poll(() => card.getByText('30.75').count()).toBe(1);
    const rows = await card.getByRole('row').allInnerTexts();
    const numbers = rows.map((row) => row.split(/\s/)[0]);
    expect(numbers.slice(0, 3)).toEqual(['Number', 'INV-3', 'INV-4']);
    // Records without a total come last, in the order of their random IDs.
    expect(new Set(numbers.slice(3))).toEqual(new Set(['INV-1', 'INV-2']));
    await opened.expectAccessible();
    await card.getByRole('link', { name: 'Show all (4)' }).click();
    await page.getByRole('row', { name: /INV-4/ }).waitFor();
    await expect.poll(() => page.getByText('30.75').count()).toBe(1);
  });
});
