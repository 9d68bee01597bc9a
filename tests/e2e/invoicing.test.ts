import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMenuPage } from '../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['customers', 'products', 'invoices', 'invoice_lines'] as const;
const example = (name: string): object => JSON.parse(readFileSync(`examples/invoicing/${name}.json`, 'utf8'));

describe('the invoicing example', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    const resources = Object.fromEntries(NAMES.map((name) => [name, example(name)]));
    console = await openConsole({ orders: 20, resources });
    for (const name of NAMES) await addMenuPage(console.world, 'M100001', name, name.replace('_', ' '));
    opened = await console.open('/customers/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  const open = (path: string) => page.goto(new URL(path, page.url()).href);
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text);
    await page.getByRole('option', { name: text }).click();
  };

  it('takes the customer’s currency over, and numbers the invoice on save', async () => {
    await input('Name').fill('Acme');
    await input('Currency').fill('JPY');
    await save();
    await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
    await open('/products/create');
    await input('Name').fill('Chair');
    await input('Currency').fill('JPY');
    await input('Price').fill('12500');
    await save();
    await page.getByRole('heading', { level: 1, name: 'Chair' }).waitFor();
    await open('/invoices/create');
    await page.getByText('Assigned on save').waitFor();
    expect(await input('Currency').inputValue()).toBe('');
    await choose('Customer', 'Acme');
    await expect.poll(() => input('Currency').inputValue()).toBe('JPY');
    await opened.expectAccessible();
    await save();
    await page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0001 Acme$/ }).waitFor();
  });

  it('takes the product’s price over, and computes the line and the invoice', async () => {
    await open('/invoice_lines/create');
    await choose('Invoice', 'INV');
    await choose('Product', 'Chair');
    await expect.poll(() => input('Unit price').inputValue()).toBe('12,500');
    await expect.poll(() => input('Description').inputValue()).toBe('Chair');
    await input('Quantity').fill('2.5');
    await input('Unit price').fill('1001');
    await save();
    await page.getByRole('heading', { level: 1, name: 'Chair' }).waitFor();
    const values = () => page.getByRole('main').innerText();
    await expect.poll(values).toContain('2,503 JPY');
    await expect.poll(values).toContain('476 JPY');
    await open('/invoices');
    await expect.poll(() => page.getByRole('table').innerText()).toContain('2,979');
    await opened.expectAccessible();
  });
});
