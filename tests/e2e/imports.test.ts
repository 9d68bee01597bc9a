import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openedImports } from './openedImports.ts';

const FILE = `Number,Client,Stage,Seats,Nonsense
k1,Ann,won,12,x
k2,Bob,lost,-1,y
k3,Cem,lead,7,z
`;

describe('an import in the console', () => {
  const imports = openedImports();

  const button = (name: string) => imports.page.getByRole('button', { name, exact: true });

  const upload = (csv: string, name = 'clients.csv') =>
    imports.page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(csv) });

  const figure = (name: string) =>
    imports.page
      .locator('dl > div')
      .filter({ has: imports.page.getByText(name, { exact: true }) })
      .locator('dd');

  /** Lets the server work until nothing is left to do. */
  const work = async () => {
    for (let step = 0; step < 4; step += 1) await imports.console.world.imports.step();
  };

  it('takes a file and maps its columns to fields', async () => {
    await imports.page.getByRole('link', { name: 'Import' }).click();
    await imports.page.getByRole('heading', { level: 1, name: 'Import: clients' }).waitFor();
    const download = imports.page.waitForEvent('download');
    await button('Template: CSV').click();
    const template = await readFile(await (await download).path(), 'utf8');
    expect(template).toMatch(/^\uFEFFCode,Client name,Notes,/);
    await imports.opened.expectAccessibleInBoth();

    await upload(FILE);
    await imports.page.waitForURL(/\/clients\/import\?id=/);
    const field = (column: string) => imports.page.getByRole('combobox', { name: `Field for the column “${column}”` });
    await imports.page.getByRole('cell', { name: /k1\s*k2\s*k3/ }).waitFor();
    expect(await field('Stage').innerText()).toBe('Stage');
    await imports.page.getByText('New records need a value of: Code. No column fills it.').waitFor();
    await field('Number').click();
    await imports.page.getByRole('option', { name: 'Code', exact: true }).click();
    await field('Client').click();
    await imports.page.getByRole('option', { name: 'Client name' }).click();
    await imports.page.getByText('A row changes the record with the same value of: Code.').waitFor();
    await imports.opened.expectAccessibleInBoth();
    await button('Check rows').click();
  });

  it('tells each problem at its cell, where it can be mended', async () => {
    await expect.poll(() => figure('New records').innerText()).toBe('2');
    expect(await figure('Rows with problems').innerText()).toBe('1');
    expect(await imports.page.getByRole('radio', { name: /all rows or none/ }).isDisabled()).toBe(true);
    await imports.page.getByText('Enter one of: Lead, Won.').waitFor();
    const download = imports.page.waitForEvent('download');
    await button('Download rows with problems: CSV').click();
    const rest = await readFile(await (await download).path(), 'utf8');
    expect(rest.split('\r\n')[1]).toMatch(/^k2,Bob,lost,'?-1,y,.*Enter one of: Lead, Won\./);
    await imports.opened.expectAccessibleInBoth();

    await imports.page.getByRole('button', { name: /^Row 3, Stage: lost/ }).click();
    await imports.page.keyboard.type('Won');
    await imports.page.keyboard.press('Enter');
    await imports.page.keyboard.type('3');
    await imports.page.keyboard.press('Enter');
    await expect.poll(() => figure('New records').innerText()).toBe('3');
    expect(await figure('Rows with problems').innerText()).toBe('0');
  });

  it('imports the rows once, shows how far it is, and is found again among the tasks', async () => {
    await button('Import 3 rows').dblclick();
    await imports.page.getByText('Importing the rows…').first().waitFor();
    await imports.page.goto(`${imports.console.origin}/clients`);
    await imports.page.getByRole('button', { name: /^Tasks/ }).click();
    await imports.page.getByRole('region', { name: 'Imports' }).getByRole('link', { name: 'clients.csv' }).click();
    await imports.page.getByText('0 of 3 rows').waitFor();
    await work();
    await imports.page.getByText('All rows were imported.').waitFor();
    expect(await figure('Created').innerText()).toBe('3');
    await imports.opened.expectAccessibleInBoth();
    await imports.page.getByRole('link', { name: 'Show records' }).click();
    await expect.poll(() => imports.page.getByRole('row').count()).toBe(4);
    const shown = await imports.page.getByRole('table').innerText();
    expect(['Ann', 'Bob', 'Cem'].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('changes records by their key, and is undone', async () => {
    await imports.page.goto(`${imports.console.origin}/clients/import`);
    await upload('code,Client name\nk1,Anna\nk3,Cem\nk4,Dee\n', 'more.csv');
    await button('Check rows').click();
    await expect.poll(() => figure('Changes').innerText()).toBe('1');
    expect([await figure('New records').innerText(), await figure('Unchanged').innerText()]).toEqual(['1', '1']);
    await button('Import 2 rows').click();
    await imports.page.getByText('Importing the rows…').first().waitFor();
    await work();
    await imports.page.getByText('All rows were imported.').waitFor();
    await button('Undo import').click();
    await imports.page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await imports.page.getByText('Undoing the import…').first().waitFor();
    await work();
    await imports.page.getByText('The import was undone.').waitFor();
    expect(await figure('Taken back').innerText()).toBe('2');
    await imports.page.getByRole('link', { name: 'Import another file' }).click();
    await imports.page.getByRole('region', { name: 'Your imports' }).getByText('Undone').waitFor();
  });
});
