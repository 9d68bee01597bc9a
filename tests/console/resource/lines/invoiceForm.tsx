import { screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { ApiError } from '@merchant-console/ra-provider';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

export const user = quickUser();

type Declaration = { name: string } & Record<string, unknown>;

const example = (name: string): Declaration => JSON.parse(readFileSync(`examples/invoicing/${name}.json`, 'utf8'));

const CHAIR = { id: 'chair', name: 'Chair', price: '12500', currency: 'EUR', vat_rate: 700, revision: 1 };

export const storedLine = (id: string, description: string, more: object = {}) => ({
  id,
  revision: 1,
  invoice_id: 'i1',
  product_id: null,
  description,
  quantity: '1.000',
  unit_price: '1000',
  vat_rate: 1900,
  currency: 'EUR',
  amount: '1000',
  tax: '190',
  total: '1190',
  ...more,
});

export const storedInvoice = (lines: object[], more: object = {}) => ({
  id: 'i1',
  revision: 3,
  number: 'INV-2026-0001',
  customer_id: 'acme',
  currency: 'EUR',
  issued_on: '2026-11-20',
  due_on: '2026-12-20',
  owner_id: null,
  line_count: lines.length,
  net: String(lines.length * 1000),
  tax: String(lines.length * 190),
  total: String(lines.length * 1190),
  lines,
  ...more,
});

interface OpenInvoice {
  address: string;
  invoice?: object;
  /** Permissions on the lines. */
  onLines?: readonly string[];
  /** Replace parts of the declaration. */
  changed?: { invoices?: object; invoice_lines?: object };
}

/** Opens the page of an invoice of the invoicing example. */
export async function openInvoice({ address, invoice, onLines, changed = {} }: OpenInvoice) {
  const merchant = recordingProvider({
    invoices: invoice ? [{ id: 'i1', ...invoice }] : [],
    invoice_lines: [],
    customers: [{ id: 'acme', name: 'Acme', currency: 'EUR', revision: 1 }],
    products: [CHAIR, { ...CHAIR, id: 'desk', name: 'Desk' }],
    users: [],
  });
  const all = ['list', 'show', 'create', 'edit', 'delete'];
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'invoices',
    address: `${LIST_PATH}${address}`,
    permissions: all.map((key) => `invoices.${key}`),
    declarations: declarationsOf([
      { ...example('invoices'), ...changed.invoices },
      { ...example('invoice_lines'), ...changed.invoice_lines },
      example('customers'),
      example('products'),
    ]),
    findPlace: (name) =>
      name === 'users'
        ? null
        : {
            basePath: `/${name}`,
            permissions: (name === 'invoice_lines' ? (onLines ?? all) : all).map((key) => `${name}.${key}`),
          },
  });
  return { ...page, merchant };
}

/** A line of the form, counted from 1. */
export const line = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }));
export const lineInput = (number: number, name: string) => line(number).getByRole('textbox', { name });

export async function retype(input: HTMLElement, text: string) {
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
}

export const press = (name: string) => user.click(screen.getByRole('button', { name }));
export const sums = () =>
  [...document.querySelectorAll('dt')].map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

export const untilThere = () => screen.findByRole('button', { name: 'Add line' });

export const refusal = (errors: Record<string, string>) =>
  ApiError.refused(422, { code: 422, msg: 'Check the values.', data: { error: 'validation', errors } });

export const conflict = (current: object) =>
  ApiError.refused(409, { code: 409, msg: 'Someone else changed this record.', data: { error: 'conflict', current } });

export { screen, waitFor, within };
