import { cleanup, screen, within } from '@testing-library/react';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isValidElement, type ComponentType, type ReactElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { parseDeclaration } from '#console/views/declaration/parseDeclaration.ts';
import { eject } from '#server/eject/eject.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const invoices = {
  version: 1,
  name: 'invoices',
  storage: 'table',
  fields: [
    { source: 'number', type: 'text', required: true, search: true, filter: 'eq', label: { en: 'No.', zh: '编号' } },
    { source: 'buyer_name', type: 'text', filter: 'contains' },
    {
      source: 'status',
      type: 'enum',
      filter: 'in',
      choices: [{ id: 'pending' }, { id: 'success' }, { id: 'odd_one' }],
    },
    { source: 'amount', type: 'money', filter: 'range', sortable: true },
    { source: 'fee', type: 'money' },
    { source: 'net', type: 'money', computed: { difference: ['amount', 'fee'] } },
    { source: 'rate', type: 'rate', min: 0 },
    { source: 'due_on', type: 'date', filter: 'range' },
    { source: 'paid_at', type: 'datetime', filter: 'range' },
    { source: 'extra', type: 'json' },
  ],
  list: { columns: ['number', 'buyer_name', 'status', 'amount', 'net', 'rate', 'due_on', 'paid_at'] },
};

const records = [1, 2, 3].map((number) => ({
  ...{ id: `i${number}`, number: `N-${number}`, buyer_name: number === 2 ? null : `<b>张 ${number}</b>` },
  ...{ status: ['pending', 'success', 'odd_one'][number - 1], amount: '9007199254740993', fee: '250' },
  ...{ net: '9007199254740743', rate: 250 * number, due_on: '2026-03-08', paid_at: '2026-03-08T18:59:59.000Z' },
  ...{ extra: null, created_at: `2026-01-0${number}T00:00:00.000Z` },
}));

/** A folder of the project, so that it is compiled and loaded as the console is, with the TSX of each resource. */
async function ejected(declarations: ReadonlyMap<string, string>): Promise<string> {
  await mkdir('.cache/tests', { recursive: true });
  const folder = await mkdtemp(path.resolve('.cache/tests/ejected-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const messages = await loadMessages('en');
  for (const [name, text] of declarations) {
    await writeFile(path.join(folder, `${name}.tsx`), eject(parseDeclaration(name, text), messages));
  }
  return folder;
}

const isComponent = (value: unknown): value is ComponentType => typeof value === 'function';
const ejectedSchema = z.object({
  InvoicesList: z.custom<ComponentType>(isComponent),
  invoices: z.custom<ReactElement>(isValidElement),
});

/** The ejected list of `invoices`, and its `Resource` with all pages. */
async function ejectedInvoices(more: object = {}) {
  const folder = await ejected(new Map([['invoices', JSON.stringify({ ...invoices, ...more })]]));
  return ejectedSchema.parse(await import(/* @vite-ignore */ path.join(folder, 'invoices.tsx')));
}

/** Headers and rows of the table on the page, as texts. */
async function tableTexts() {
  await screen.findByText('N-1');
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()));
}

it('every shipped declaration ejects to pages that compile', async () => {
  const names = (await readdir('resources')).filter((file) => /^[a-z_]+\.json$/.test(file));
  const texts = await Promise.all(names.map((file) => readFile(path.join('resources', file), 'utf8')));
  const shipped = names.map((file, at) => [path.basename(file, '.json'), texts[at] ?? ''] as const);
  const folder = await ejected(new Map([...shipped, ['invoices', JSON.stringify(invoices)]]));
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.json', include: ['*'] }),
  );
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const told = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder }, (_, output) => resolve(output));
  });
  expect(told).toBe('');
}, 60_000);

it('the ejected list shows what the declared one shows', async () => {
  const around = { name: 'invoices', permissions: ['invoices.list'], declarations: declarationsOf([invoices]) };
  const provider = () => recordingProvider({ invoices: records }).provider;
  await renderDeclaredPage({ ...around, dataProvider: provider() });
  const declared = await tableTexts();
  cleanup();

  const { InvoicesList } = await ejectedInvoices();
  await renderDeclaredPage({ ...around, dataProvider: provider(), page: <InvoicesList /> });
  const shown = await tableTexts();
  expect(shown).toEqual(declared.map((row) => row.filter((_, column) => column < invoices.list.columns.length)));
  expect(shown[3]).toEqual([
    ...['N-1', '<b>张 1</b>', 'Pending', '90,071,992,547,409.93', '90,071,992,547,407.43', '2.50%'],
    ...['2026-03-08', '2026-03-09 02:59:59'],
  ]);
});

it('an ejected page edits only what the declaration lets be edited', async () => {
  const when = { edit: { field: 'status', ne: 'success' }, delete: { field: 'status', eq: 'pending' } };
  const { invoices: mounted } = await ejectedInvoices({ when });
  const open = async (address: string) => {
    cleanup();
    const { provider } = recordingProvider({ invoices: records });
    await renderDeclaredPage({ dataProvider: provider, resource: mounted, address: `/invoices${address}` });
  };
  await open('/i2');
  await screen.findByText(/cannot be edited/);
  expect(screen.queryByLabelText(/buyer/i)).toBeNull();
  await open('/i1');
  await screen.findByRole('button', { name: /save/i });
  screen.getByRole('button', { name: /delete/i });
  await open('/i3');
  await screen.findByRole('button', { name: /save/i });
  expect(screen.queryByRole('button', { name: /delete/i })).toBeNull();
  await open('/i1/show');
  await screen.findByText('N-1');
  screen.getByRole('link', { name: /edit/i });
  await open('/i2/show');
  await screen.findByText('N-2');
  expect(screen.queryByRole('link', { name: /edit/i })).toBeNull();
});
