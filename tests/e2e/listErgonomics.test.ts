import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openedOrderList } from './openedOrderList.ts';

describe('list features around the rows', () => {
  const list = openedOrderList();
  const { settled, open } = list;

  const headers = () => list.page.getByRole('columnheader').allInnerTexts();

  it('keep the user’s column selection after a reload', async () => {
    await list.page.getByRole('button', { name: /^View:/ }).click();
    await list.page.getByRole('menuitem', { name: 'Columns…' }).click();
    await list.page.getByRole('checkbox', { name: 'Net amount' }).uncheck();
    // Skips the hidden column, then the fee.
    await list.page.getByRole('button', { name: 'Move up: Status' }).click();
    await list.page.getByRole('button', { name: 'Move up: Status' }).click();
    await list.page.keyboard.press('Escape');
    await list.page.reload();
    await settled();
    const names = (await headers()).join();
    expect(names).not.toContain('Net amount');
    expect(names.indexOf('Status')).toBeLessThan(names.indexOf('Fee'));
    await list.page.getByRole('button', { name: /^View:/ }).click();
    await list.page.getByRole('menuitem', { name: 'Columns…' }).click();
    await list.page.getByRole('button', { name: 'Reset columns' }).click();
    await list.page.keyboard.press('Escape');
    await expect.poll(async () => (await headers()).join()).toContain('Net amount');
  });

  it('export the displayed rows as a file', async () => {
    await open(`?filter=${encodeURIComponent('{"status":["failed"]}')}&columns=order_no,amount`);
    const rows = list.page.getByText(/^1–\d+ of /);
    const total = Number(/of (\d+)/.exec(await rows.innerText())?.[1]);
    await list.page.getByRole('button', { name: 'Export' }).click();
    await list.page.getByRole('dialog', { name: 'Export' }).waitFor();
    const [download] = await Promise.all([
      list.page.waitForEvent('download'),
      list.page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\d{4}-\d{2}-\d{2}.*\.csv$/);
    const text = await readFile((await download.path()) ?? '', 'utf8');
    expect(text.match(/C\d{10,}/g)).toHaveLength(total);
  });
});
