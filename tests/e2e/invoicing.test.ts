import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['customers', 'products', 'invoices', 'invoice_lines'] as const;

describe('the invoicing example', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openExample('invoicing', NAMES);
    opened = await console.open('/customers/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
  const of = (number: number, name: string) => line(number).getByRole('textbox', { name });
  const fillLine = async (number: number, description: string, price: string) => {
    await of(number, 'Description').fill(description);
    await of(number, 'Unit price').fill(price);
    await of(number, 'VAT rate').fill('19');
  };
  const add = async (number: number, description: string, price: string) => {
    await page.getByRole('button', { name: 'Add line' }).click();
    await fillLine(number, description, price);
  };
  const shown = () => page.getByRole('main').innerText();
  /** Net, VAT and total. */
  const sums = async () => (await page.locator('dl dd').allInnerTexts()).slice(-3);
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
    await fillLine(1, 'Advice', '500');
    await save();
    await page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0001 Acme$/ }).waitFor();
  });

  it('is edited together with its lines, in their order, with the sums that the server stores', async () => {
    await open('/invoices/create');
    await choose('Customer', 'Acme');
    await line(1).getByRole('combobox', { name: 'Product' }).fill('Chair');
    await page.getByRole('option', { name: 'Chair' }).click();
    await expect.poll(() => of(1, 'Unit price').inputValue()).toBe('12,500');
    await of(1, 'Quantity').fill('2.5');
    await add(2, 'Delivery', '333');
    await add(3, 'Cushion', '1001');
    await page.getByRole('button', { name: 'Move line 3 up' }).click();
    await expect.poll(() => of(2, 'Description').inputValue()).toBe('Cushion');
    // 2.5 × 12,500, and two lines with 19 % of 333 and 1,001.
    await expect.poll(shown).toContain('Net\n32,584 JPY');
    const typed = await sums();
    await opened.expectAccessible();
    await save();
    await page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0002 Acme$/ }).waitFor();
    await page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    expect(await sums()).toEqual(typed);
    expect(await page.getByRole('table', { name: 'Invoice lines' }).innerText()).toMatch(
      /Chair[^]*Cushion[^]*Delivery/,
    );
    await opened.expectAccessible();
  });

  it('shows a message at the line that it is about, and deletes lines on save', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await of(2, 'Description').fill('');
    await save();
    await expect.poll(() => of(2, 'Description').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => of(2, 'Description').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Remove line 2' }).click();
    await of(2, 'Quantity').fill('3');
    await expect.poll(shown).toContain('Net\n32,249 JPY');
    const typed = await sums();
    await save();
    await page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    expect(await sums()).toEqual(typed);
    expect(await page.getByRole('table', { name: 'Invoice lines' }).innerText()).not.toContain('Cushion');
    await open('/invoices');
    await expect.poll(() => page.getByRole('table').innerText()).toContain(typed.at(-1)?.replace(' JPY', ''));
  });

  it('is duplicated with its lines and another number, once the copy is saved', async () => {
    await page.getByRole('button', { name: /^Actions: INV-\d{4}-0002/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText(/^Copy of “INV-\d{4}-0002 Acme”/).waitFor();
    await expect.poll(() => of(2, 'Description').inputValue()).toBe('Delivery');
    await expect.poll(shown).toContain('Net\n32,249 JPY');
    await opened.expectAccessibleInBoth();
    await of(1, 'Unit price').fill('100');
    await expect.poll(shown).toContain('Net\n1,249 JPY');
    await save();
    await page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0003 Acme$/ }).waitFor();
    await page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    await page.getByRole('link', { name: 'Duplicate' }).waitFor();
    await open('/invoices');
    await page.getByRole('link', { name: /^INV-\d{4}-0002/ }).click();
    await page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0002 Acme$/ }).waitFor();
    await expect.poll(shown).toContain('32,249');
  });

  it('has inputs for the lines near the screen, and for one with a problem', async () => {
    const { world } = console;
    const { login_token: token } = await world.signIn('demo');
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const answer = await world.call({ method, url: `/prod-api/${path}`, token, ...(payload && { payload }) });
      return answer.json();
    };
    const { data: customers }: { data: { id: string }[] } = await ask('GET', 'customers');
    const lines = Array.from({ length: 60 }, (_, at) => ({
      description: `Hour ${at + 1}`,
      quantity: '1',
      unit_price: '100',
      vat_rate: 19,
    }));
    const { data }: { data: { id: string } } = await ask('POST', 'invoices', { customer_id: customers[0]?.id, lines });
    await open(`/invoices/${data.id}`);
    await of(1, 'Description').waitFor();
    await line(60).getByText('Hour 60').waitFor();
    expect(await of(60, 'Description').count()).toBe(0);
    await line(30).scrollIntoViewIfNeeded();
    await of(30, 'Description').fill('Hour and a half');
    await line(1).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Remove line 2', exact: true }).click();
    await expect.poll(() => of(29, 'Description').inputValue()).toBe('Hour and a half');

    const refused = {
      code: 42200,
      msg: 'Please correct.',
      data: { error: 'validation', errors: { 'lines.50.description': 'Say more.' } },
    };
    await page.route(`**/invoices/${data.id}`, (route) => route.fulfill({ status: 422, json: refused }));
    await save();
    await expect.poll(() => of(51, 'Description').evaluate((one) => one === document.activeElement)).toBe(true);
    await line(51).getByText('Say more.').waitFor();
    await page.unroute(`**/invoices/${data.id}`);
    await of(51, 'Description').fill('Hours');
    await save();
    await page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    const { data: stored }: { data: { lines: { description: string }[] } } = await ask('GET', `invoices/${data.id}`);
    expect(stored.lines.map(({ description }) => description)).toEqual(
      lines.flatMap(({ description }, at) =>
        at === 1 ? [] : [at === 29 ? 'Hour and a half' : at === 51 ? 'Hours' : description],
      ),
    );
  });
});
