import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const TOOLS = { version: 1, name: 'tools', storage: 'table', fields: [{ source: 'name', type: 'text' }] };

describe('the page of declarations', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { tools: TOOLS } });
    opened = await console.open('/access/configurationProblems', { as: 'operator' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const text = () => page.getByRole('textbox', { name: 'Declaration' });
  const onDisk = () => readFile(path.join(console.world.resourcesFolder, 'tools.json'), 'utf8');

  it('lists the files of stored resources, and opens one', async () => {
    await page.getByRole('link', { name: 'tools.json' }).click();
    await page.getByRole('heading', { level: 1, name: 'tools.json' }).waitFor();
    expect(JSON.parse(await text().inputValue())).toEqual(TOOLS);
    await page.getByText('No problems').waitFor();
    await opened.expectAccessibleInBoth();
  });

  it('shows problems while the user types, and goes to their places', async () => {
    await text().fill(JSON.stringify({ ...TOOLS, fields: [{ source: 'name', type: 'txt' }] }, null, 2));
    await page.getByText('1 problem').waitFor();
    await page.getByRole('button', { name: 'Go to line 8, column 15' }).click();
    const selected = () => text().evaluate((area: HTMLTextAreaElement) => area.selectionStart);
    await expect.poll(selected).toBe((await text().inputValue()).indexOf('"txt"'));
    expect(await page.getByRole('button', { name: 'Save …' }).isDisabled()).toBe(true);
    await opened.expectAccessibleInBoth();
  });

  it('saves the same file after it has told what that does', async () => {
    const fields = [...TOOLS.fields, { source: 'colour', type: 'text' }];
    const written = `${JSON.stringify({ ...TOOLS, fields }, null, 2)}\n`;
    await text().fill(written);
    await page.getByRole('button', { name: 'Save …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save tools.json?' });
    await dialog.getByText('Add colour').waitFor();
    await opened.expectAccessibleInBoth();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The new version is in use.').waitFor();
    expect(await onDisk()).toBe(written);
    expect(await page.getByRole('button', { name: 'Save …' }).isDisabled()).toBe(true);
  });

  it('keeps what was typed if somebody else has changed the file', async () => {
    await text().fill(`${await onDisk()} `);
    await console.world.writeResource('tools', TOOLS);
    await page.getByRole('button', { name: 'Save …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save tools.json?' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The file has been changed meanwhile.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await text().inputValue()).toContain('colour');
  });

  it('begins a new file that is valid', async () => {
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: 'Configuration problems' }).last().click();
    await page.getByRole('textbox', { name: 'Name of the resource' }).fill('vans');
    await page.getByRole('button', { name: 'New resource' }).click();
    await page.getByRole('heading', { level: 1, name: 'vans.json' }).waitFor();
    await page.getByRole('button', { name: 'Save …' }).click();
    await page.getByRole('dialog').getByText('Make the table').waitFor();
  });
});
