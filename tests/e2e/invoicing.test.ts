import { describe, expect, it } from 'vitest';
import { openedInvoicing } from './openedInvoicing.ts';

describe('the invoicing example', () => {
  const invoicing = openedInvoicing();
  const { of, save, open, line } = invoicing;

  const input = (name: string) => invoicing.page.getByRole('textbox', { name, exact: true });

  const fillLine = async (number: number, description: string, price: string) => {
    await of(number, 'Description').fill(description);
    await of(number, 'Unit price').fill(price);
    await of(number, 'VAT rate').fill('19');
  };

  const add = async (number: number, description: string, price: string) => {
    await invoicing.page.getByRole('button', { name: 'Add line' }).click();
    await fillLine(number, description, price);
  };

  const shown = () => invoicing.page.getByRole('main').innerText();

  /** Net, VAT and total. */
  const sums = async () => (await invoicing.page.locator('dl dd').allInnerTexts()).slice(-3);

  const choose = async (name: string, text: string) => {
    await invoicing.page.getByRole('combobox', { name }).fill(text);
    await invoicing.page.getByRole('option', { name: text }).click();
  };

  it('takes the customer’s currency over, and numbers the invoice on save', async () => {
    await input('Name').fill('Acme');
    await input('Currency').fill('JPY');
    await save();
    await invoicing.page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
    await open('/products/create');
    await input('Name').fill('Chair');
    await input('Currency').fill('JPY');
    await input('Price').fill('12500');
    await save();
    await invoicing.page.getByRole('heading', { level: 1, name: 'Chair' }).waitFor();
    await open('/invoices/create');
    await invoicing.page.getByText('Assigned on save').waitFor();
    expect(await input('Currency').inputValue()).toBe('');
    await choose('Customer', 'Acme');
    await expect.poll(() => input('Currency').inputValue()).toBe('JPY');
    await invoicing.opened.expectAccessible();
    await fillLine(1, 'Advice', '500');
    await save();
    await invoicing.page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0001 Acme$/ }).waitFor();
  });

  it('is edited together with its lines, in their order, with the sums that the server stores', async () => {
    await open('/invoices/create');
    await choose('Customer', 'Acme');
    await line(1).getByRole('combobox', { name: 'Product' }).fill('Chair');
    await invoicing.page.getByRole('option', { name: 'Chair' }).click();
    await expect.poll(() => of(1, 'Unit price').inputValue()).toBe('12,500');
    await of(1, 'Quantity').fill('2.5');
    await add(2, 'Delivery', '333');
    await add(3, 'Cushion', '1001');
    await invoicing.page.getByRole('button', { name: 'Move line 3 up' }).click();
    await expect.poll(() => of(2, 'Description').inputValue()).toBe('Cushion');
    // 2.5 × 12,500, and two lines with 19 % of 333 and 1,001.
    await expect.poll(shown).toContain('Net\n32,584 JPY');
    const typed = await sums();
    await invoicing.opened.expectAccessible();
    await save();
    await invoicing.page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0002 Acme$/ }).waitFor();
    await invoicing.page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    expect(await sums()).toEqual(typed);
    expect(await invoicing.page.getByRole('table', { name: 'Invoice lines' }).innerText()).toMatch(
      /Chair[^]*Cushion[^]*Delivery/,
    );
    await invoicing.opened.expectAccessible();
  });

  it('shows a message at the line that it is about, and deletes lines on save', async () => {
    await invoicing.page.getByRole('link', { name: 'Edit' }).click();
    await of(2, 'Description').fill('');
    await save();
    await expect.poll(() => of(2, 'Description').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => of(2, 'Description').evaluate((one) => one === document.activeElement)).toBe(true);
    await invoicing.page.getByRole('button', { name: 'Remove line 2' }).click();
    await of(2, 'Quantity').fill('3');
    await expect.poll(shown).toContain('Net\n32,249 JPY');
    const typed = await sums();
    await save();
    await invoicing.page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    expect(await sums()).toEqual(typed);
    expect(await invoicing.page.getByRole('table', { name: 'Invoice lines' }).innerText()).not.toContain('Cushion');
    await open('/invoices');
    await expect.poll(() => invoicing.page.getByRole('table').innerText()).toContain(typed.at(-1)?.replace(' JPY', ''));
  });

  it('is duplicated with its lines and another number, once the copy is saved', async () => {
    await invoicing.page.getByRole('button', { name: /^Actions: INV-\d{4}-0002/ }).click();
    await invoicing.page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await invoicing.page.getByText(/^Copy of “INV-\d{4}-0002 Acme”/).waitFor();
    await expect.poll(() => of(2, 'Description').inputValue()).toBe('Delivery');
    await expect.poll(shown).toContain('Net\n32,249 JPY');
    await invoicing.opened.expectAccessibleInBoth();
    await of(1, 'Unit price').fill('100');
    await expect.poll(shown).toContain('Net\n1,249 JPY');
    await save();
    await invoicing.page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0003 Acme$/ }).waitFor();
    await invoicing.page.getByRole('table', { name: 'Invoice lines' }).waitFor();
    await invoicing.page.getByRole('link', { name: 'Duplicate' }).waitFor();
    await open('/invoices');
    await invoicing.page.getByRole('link', { name: /^INV-\d{4}-0002/ }).click();
    await invoicing.page.getByRole('heading', { level: 1, name: /^INV-\d{4}-0002 Acme$/ }).waitFor();
    await expect.poll(shown).toContain('32,249');
  });
});
