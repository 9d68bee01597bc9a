import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ComponentType } from 'react';
import { AdminContext, type DataProvider } from 'react-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormatProvider } from '#console/fieldTypes/FormatProvider.tsx';
import { createI18nProvider } from '#console/i18n/i18nProvider.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { eject } from '#server/eject/eject.ts';
import { declarationSchema } from '#shared/declaration/declarationSchema.ts';
import { toResource } from '#shared/declaration/resource.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { TestClock } from '#tests/support/testClock.ts';

/** Inside of the project, so that the ejected pages find its modules and its TypeScript settings. */
const FOLDER = path.resolve('.ejected');
const messages = await loadMessages('en');

async function ejected(name: string): Promise<string> {
  const json: unknown = JSON.parse(await readFile(`resources/${name}.json`, 'utf8'));
  return eject(toResource(declarationSchema.parse(json)), { ...messages });
}

async function shippedNames(): Promise<string[]> {
  const files = (await readdir('resources')).filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'));
  return files.map((file) => path.basename(file, '.json'));
}

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

const provider = () => {
  const orders = Array.from({ length: 4 }, (_, index) =>
    orderRecord(index + 1, index === 1 ? { fee: '9007199254740993' } : {}),
  );
  return recordingProvider({ orders, channels: [channelRecord()] }, { count: 4, sums: {} }).provider;
};

/** The texts of a table's cells, row by row, without the columns that only one of the two pages has. */
async function texts(columns: number): Promise<string[][]> {
  await screen.findByText('C000001');
  await waitFor(() => expect(screen.getAllByText('Alipay QR').length).toBeGreaterThan(0));
  const [head, ...body] = within(screen.getByRole('table')).getAllByRole('row');
  const cellsOf = (row: HTMLElement | undefined, role: string) =>
    within(row ?? document.body)
      .getAllByRole(role)
      .map(({ textContent }) => textContent.trim())
      .slice(-columns);
  return [
    cellsOf(head, 'columnheader').map((text) => text.replace(/ CNY$/, '')),
    ...body.map((row) => cellsOf(row, 'cell')),
  ];
}

async function showEjected(List: ComponentType): Promise<void> {
  const dataProvider: DataProvider = provider();
  const currencyData = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'Asia/Shanghai' } as const;
  render(
    <AdminContext dataProvider={dataProvider} i18nProvider={createI18nProvider('en', messages, () => {})}>
      <FormatProvider currencyData={currencyData} clock={new TestClock()}>
        <List />
      </FormatProvider>
    </AdminContext>,
  );
}

describe('ejected pages', () => {
  it('compile, those of every shipped declaration', async () => {
    for (const name of await shippedNames()) await writeFile(path.join(FOLDER, `${name}.tsx`), await ejected(name));
    const settings = { extends: '../tsconfig.json', compilerOptions: { noUnusedLocals: true }, include: ['*.tsx'] };
    await writeFile(path.join(FOLDER, 'tsconfig.json'), JSON.stringify(settings));
    const compiled = promisify(execFile)(process.execPath, [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '-p',
      FOLDER,
    ]);
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });

  it('show the same list: titles, rows, and the text of each cell', async () => {
    const columns = 8;
    await renderDeclaredPage({ dataProvider: provider() });
    const declared = await texts(columns);
    cleanup();

    await writeFile(path.join(FOLDER, 'orders.tsx'), await ejected('orders'));
    const module: { OrdersList: ComponentType } = await import(/* @vite-ignore */ path.join(FOLDER, 'orders.tsx'));
    await showEjected(module.OrdersList);
    expect(await texts(columns)).toEqual(declared);
    expect(declared).toHaveLength(5);
  });

  it('say what the file had that they do not have', async () => {
    const resource = toResource(
      declarationSchema.parse({
        version: 1,
        name: 'suppliers',
        storage: 'table',
        fields: [{ source: 'name', type: 'text', label: { en: 'Name', zh: '名称' } }],
        actions: [{ key: 'pause' }],
        show: { timeline: true },
      }),
    );
    expect(eject(resource, {})).toContain('// Not carried over: action pause, timeline.');
  });
});
