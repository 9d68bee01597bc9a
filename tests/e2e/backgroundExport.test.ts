import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { describe, expect, it } from 'vitest';
import { tabBar } from '../support/tabBar.ts';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('an export in the background', () => {
  const exporting = servedConsole();

  it('continues when its page is left, and announces the finished file', async () => {
    const filter = encodeURIComponent('{"status":["success"]}');
    const { page, trouble } = await exporting.console.open(`/orderList?filter=${filter}`, { as: 'demo' });
    await page.locator('table[aria-busy=false]').waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Run in background' }).click();
    await page.getByText('The export continues in the background').waitFor();
    await page.getByRole('button', { name: 'Tasks, 1 unfinished' }).waitFor();

    await tabBar(page).visit('/dashboard');
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    expect(await exporting.console.world.tasks.step()).toBe(1);
    // The inbox also announces it, in another status element.
    const toast = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Download' }) });
    await toast.getByText('The export of “Collection orders” is ready.').waitFor();
    const downloading = page.waitForEvent('download');
    await toast.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Collection orders-2026-11-20.csv');
    const [header = [], ...rows] = parseCsv(await readFile(await download.path(), 'utf8'), { delimiter: ',' });
    const status = header.indexOf('Status');
    const orders = rows.slice(0, -2);
    expect(orders.length).toBeGreaterThan(0);
    expect(new Set(orders.map((row) => row[status]))).toEqual(new Set(['Success']));

    await page.getByRole('button', { name: 'Tasks', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Tasks' });
    await panel.getByText(`${orders.length} rows`).waitFor();
    await panel.getByText(/^Kept until/).waitFor();
    await panel.getByRole('button', { name: 'Remove: Collection orders' }).click();
    await panel.getByRole('button', { name: 'Remove: Collection orders' }).waitFor({ state: 'detached' });
    expect(trouble.console).toEqual([]);
  });
});
