import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';
import { readWalkThrough } from '../support/walkThrough.ts';

const guide = readWalkThrough('docs/declaring-a-resource.md');

describe('the walk-through of declaring a resource', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  const done: string[] = [];

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  const step = (heading: string) => {
    done.push(heading);
    return guide.step(heading);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
  const rows = () => page.getByRole('table').getByRole('row').filter({ hasText: 'Northwind' });
  async function fillIn(values: readonly [string, string][]): Promise<void> {
    for (const [field, value] of values) await page.getByRole('textbox', { name: field, exact: true }).fill(value);
  }
  const listOfSuppliers = () => page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();

  it('1. starts the console', async () => {
    step('1. Start the console').code('demo');
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
  });

  it('2. saves the file', async () => {
    const { block, code } = step('2. Save the file');
    code('resources/suppliers.json');
    expect(block('json').trim().split('\n').length).toBeLessThanOrEqual(25);
    await console.world.writeResource('suppliers', block('json'));
  });

  it('3. adds the menu entry', async () => {
    const { name, rows: values } = step('3. Add the menu entry');
    await page.getByRole('button', { name: 'Access management', exact: true }).click();
    await link(name('Menus')).click();
    await page.getByRole('link', { name: name('New menu entry'), exact: true }).click();
    expect(values).toHaveLength(3);
    await fillIn(values.filter(([field]) => field !== 'Page'));
    const choice = page.getByRole('combobox', { name: 'Page', exact: true });
    await choice.fill(values.find(([field]) => field === 'Page')?.[1] ?? '');
    await page.getByRole('option').first().waitFor();
    await choice.press('Enter');
    await press(name('Save'));
    await link(name('Suppliers')).waitFor();
  });

  it('4. creates a supplier', async () => {
    const { name, rows: values, code } = step('4. Create a supplier');
    await link(name('Suppliers')).click();
    // The toolbar's: an empty list has a second one below it.
    await page
      .getByRole('link', { name: name('New'), exact: true })
      .first()
      .click();
    await fillIn(values);
    await press(name('Save'));
    await page.getByText(code('6222••••3445')).waitFor();
    await opened.expectAccessible();
  });

  it('5. edits it', async () => {
    const { name, code } = step('5. Edit it');
    await page.getByRole('link', { name: name('Edit'), exact: true }).click();
    await fillIn([[name('Name'), code('Northwind Paper Ltd')]]);
    await press(name('Save'));
    await page.getByRole('heading', { level: 1, name: 'Northwind Paper Ltd' }).waitFor();
  });

  it('6. filters', async () => {
    const { name, code } = step('6. Filter');
    await link(name('Suppliers')).click();
    await listOfSuppliers();
    await page.getByRole('combobox', { name: name('Name'), exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(code('paper'));
    await press(name('Apply'));
    await page.waitForURL(/name_like/);
    await rows().waitFor();
    expect(await rows().count()).toBe(1);
  });

  it('7. exports', async () => {
    const { name, code } = step('7. Export');
    await press(name('Export'));
    await page.getByRole('radio', { name: name('CSV') }).check();
    const downloading = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: name('Export'), exact: true })
      .click();
    const file = await (await downloading).path();
    const text = await readFile(file, 'utf8');
    expect(text).toContain(code('Northwind Paper Ltd'));
    expect(text).toContain('6222••••3445');
    expect(text).toMatch(/Total: 1 row/);
    await page.keyboard.press('Escape');
  });

  it('8. breaks the file, and mends it', async () => {
    const { name, code } = step('8. Break the file, and mend it');
    const right = guide.step('2. Save the file').block('json');
    const wrong = code('"type": "enumm"');
    await console.world.writeResource('suppliers', right.replace('"type": "enum"', wrong));
    await link('Suppliers').click();
    await rows().waitFor();
    expect(await link(name('Configuration problems')).count()).toBe(0);
    const platform = await console.open('/dashboard', { as: code('operator') });
    await platform.page.getByRole('button', { name: 'Access management' }).click();
    const menu = platform.page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: name('Configuration problems') }).click();
    const problems = platform.page.getByRole('region', { name: code('suppliers.json') });
    await problems.getByText(/Did you mean “enum”/).waitFor();
    await problems.getByText(/line 11, column 15/).waitFor();
    await platform.expectAccessible();
    await console.world.writeResource('suppliers', right);
    await platform.page.getByText('All declarations are valid').waitFor();
    await platform.context.close();
  });

  it('9. copies the supplier', async () => {
    const { name, rows: values, block, code } = step('9. Copy the supplier');
    expect(opened.trouble.console).toEqual([]);
    const place = code('"storage": "table",');
    const file = guide.step('2. Save the file').block('json');
    await console.world.writeResource('suppliers', file.replace(place, `${place} ${block('json')}`));
    await link('Suppliers').click();
    await rows().getByText('Northwind Paper Ltd').click();
    const duplicate = page.getByRole('link', { name: name('Duplicate'), exact: true });
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Northwind Paper Ltd' }).waitFor();
        return duplicate.count();
      })
      .toBe(1);
    await duplicate.click();
    await page.getByText('Copy of “Northwind Paper Ltd”').waitFor();
    await fillIn(values);
    await press(name('Save'));
    await page.getByRole('heading', { level: 1, name: 'Northwind Pens' }).waitFor();
  });

  it('10. disables both at once', async () => {
    const { name } = step('10. Disable both at once');
    await link(name('Suppliers')).click();
    await rows().nth(1).waitFor();
    await page.getByRole('checkbox', { name: name('Select all rows on this page') }).check();
    await page
      .getByRole('region', { name: 'Selected records' })
      .getByRole('button', { name: name('Edit') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: name('Status') }).check();
    await dialog.getByRole('combobox', { name: /^Status/ }).click();
    await page.getByRole('option', { name: name('Disabled') }).click();
    await dialog.getByRole('button', { name: name('Save') }).click();
    await expect.poll(() => rows().filter({ hasText: 'Disabled' }).count()).toBe(2);
  });

  it('11. deletes the supplier', async () => {
    const { name, code } = step('11. Delete the supplier');
    await rows().getByText(code('Northwind Paper Ltd')).click();
    await press(name('Delete'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: name('Delete'), exact: true })
      .click();
    await listOfSuppliers();
    await expect.poll(() => rows().count()).toBe(1);
  });

  it('has no step without a test', () => {
    expect(done).toEqual(guide.headings);
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});
