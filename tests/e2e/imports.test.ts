import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECLARATIONS } from '#tests/server/modules/imports/importWorld.ts';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const FILE = `Number,Client,Stage,Seats,Nonsense
k1,Ann,won,12,x
k2,Bob,lost,-1,y
k3,Cem,lead,7,z
`;

describe('an import in the console', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: DECLARATIONS });
    for (const name of ['clients', 'firms']) await addMenuPage(console.world, 'M100001', name, name);
    opened = await console.open('/clients', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const upload = (csv: string, name = 'clients.csv') =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  /** Lets the server work until nothing is left to do. */
  const work = async () => {
    for (let step = 0; step < 4; step += 1) await console.world.imports.step();
  };

  it('takes a file and maps its columns to fields', async () => {
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import: clients' }).waitFor();
    const download = page.waitForEvent('download');
    await button('Template: CSV').click();
    const template = await readFile(await (await download).path(), 'utf8');
    expect(template).toMatch(/^\uFEFFCode,Client name,Notes,/);
    await opened.expectAccessibleInBoth();

    await upload(FILE);
    await page.waitForURL(/\/clients\/import\?id=/);
    const field = (column: string) => page.getByRole('combobox', { name: `Field for the column “${column}”` });
    await page.getByRole('cell', { name: /k1\s*k2\s*k3/ }).waitFor();
    expect(await field('Stage').innerText()).toBe('Stage');
    await page.getByText('New records need a value of: Code. No column fills it.').waitFor();
    await field('Number').click();
    await page.getByRole('option', { name: 'Code', exact: true }).click();
    await field('Client').click();
    await page.getByRole('option', { name: 'Client name' }).click();
    await page.getByText('A row changes the record with the same value of: Code.').waitFor();
    await opened.expectAccessibleInBoth();
    await button('Check rows').click();
  });

  it('tells each problem at its cell, where it can be mended', async () => {
    await expect.poll(() => figure('New records').innerText()).toBe('2');
    expect(await figure('Rows with problems').innerText()).toBe('1');
    expect(await page.getByRole('radio', { name: /all rows or none/ }).isDisabled()).toBe(true);
    await page.getByText('Enter one of: Lead, Won.').waitFor();
    const download = page.waitForEvent('download');
    await button('Download rows with problems: CSV').click();
    const rest = await readFile(await (await download).path(), 'utf8');
    expect(rest.split('\r\n')[1]).toMatch(/^k2,Bob,lost,'?-1,y,.*Enter one of: Lead, Won\./);
    await opened.expectAccessibleInBoth();

    await page.getByRole('button', { name: /^Row 3, Stage: lost/ }).click();
    await page.keyboard.type('Won');
    await page.keyboard.press('Enter');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => figure('New records').innerText()).toBe('3');
    expect(await figure('Rows with problems').innerText()).toBe('0');
  });

  it('imports the rows once, shows how far it is, and is found again among the tasks', async () => {
    await button('Import 3 rows').dblclick();
    await page.getByText('Importing the rows…').first().waitFor();
    await page.goto(`${console.origin}/clients`);
    await page.getByRole('button', { name: /^Tasks/ }).click();
    await page.getByRole('region', { name: 'Imports' }).getByRole('link', { name: 'clients.csv' }).click();
    await page.getByText('0 of 3 rows').waitFor();
    await work();
    await page.getByText('All rows were imported.').waitFor();
    expect(await figure('Created').innerText()).toBe('3');
    await opened.expectAccessibleInBoth();
    await page.getByRole('link', { name: 'Show records' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    const shown = await page.getByRole('table').innerText();
    expect(['Ann', 'Bob', 'Cem'].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('changes records by their key, and is undone', async () => {
    await page.goto(`${console.origin}/clients/import`);
    await upload('code,Client name\nk1,Anna\nk3,Cem\nk4,Dee\n', 'more.csv');
    await button('Check rows').click();
    await expect.poll(() => figure('Changes').innerText()).toBe('1');
    expect([await figure('New records').innerText(), await figure('Unchanged').innerText()]).toEqual(['1', '1']);
    await button('Import 2 rows').click();
    await page.getByText('Importing the rows…').first().waitFor();
    await work();
    await page.getByText('All rows were imported.').waitFor();
    await button('Undo import').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Undoing the import…').first().waitFor();
    await work();
    await page.getByText('The import was undone.').waitFor();
    expect(await figure('Taken back').innerText()).toBe('2');
    await page.getByRole('link', { name: 'Import another file' }).click();
    await page.getByRole('region', { name: 'Your imports' }).getByText('Undone').waitFor();
  });

  it('speaks Chinese, also about the cells', async () => {
    const other = await console.open('/clients/import', { as: 'demo', locale: 'zh-CN' });
    const { page: chinese } = other;
    await chinese.setInputFiles('input[type=file]', {
      name: '客户.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('code,客户名称,stage\nz1,王伟,成交\nz2,李娜,不明\n'),
    });
    await chinese.getByRole('button', { name: '检查各行' }).click();
    await chinese.getByText('请输入以下之一', { exact: false }).first().waitFor();
    await other.expectAccessible();
    await other.context.close();
  });
});
