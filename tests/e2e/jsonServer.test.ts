import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { createPreview } from '#server/cli/preview/createPreview.ts';
import { axe, sharedBrowser, watchPage } from '#tests/support/chromium.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** The preview of the example, on a copy of its file. */
async function openExample(resources: string | null) {
  const data = path.join(await temporaryFolder({}), 'db.json');
  await cp('examples/json-server/db.json', data);
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const app = await createPreview({ data, resources, consoleFolder: 'dist/console', warn });
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const context = await (await sharedBrowser()).newContext({ locale: 'en', reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const trouble = watchPage(page, origin);
  const posts = async (): Promise<unknown[]> => JSON.parse(await readFile(data, 'utf8')).posts;
  return { page, origin, warnings, trouble, posts };
}

const firstRow = (page: Page) => page.getByRole('row').nth(1);
const titles = (page: Page) =>
  page
    .getByRole('row')
    .allInnerTexts()
    .then((rows) => rows.slice(1).map((row) => row.trim().split('\t')[0]?.trim()));

it('the example of json-server is listed, filtered, sorted, paged and changed', async () => {
  const { page, origin, warnings, trouble, posts } = await openExample('examples/json-server/resources');
  expect(warnings).toEqual([]);
  await page.goto(origin);
  await page.getByText('Local preview without sign-in.').waitFor();
  await firstRow(page).getByText('Release notes for autumn').waitFor();
  await firstRow(page).getByText('Ada Bennett').waitFor();
  expect(await axe(page)).toEqual([]);

  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('11–12 of 12').waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await firstRow(page).getByText('A day at the help desk').waitFor();
  await page.getByRole('searchbox').fill('office');
  await page.getByText('1 record').waitFor();
  await firstRow(page).getByText('Moving to a new office').waitFor();

  await page.goto(`${origin}/posts/create`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Written in the console');
  await page.getByRole('combobox', { name: 'Author' }).fill('Chen');
  await page.getByRole('option', { name: 'Chen Wei' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Written in the console' }).waitFor();
  await expect.poll(posts).toHaveLength(13);
  expect((await posts()).at(-1)).toMatchObject({ id: 13, title: 'Written in the console', userId: expect.anything() });

  await page.goto(`${origin}/posts/13`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Edited in the console');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Edited in the console' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(posts).toHaveLength(12);
  expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
});

it('without declarations, they are guessed', async () => {
  const { page, origin, warnings, trouble } = await openExample(null);
  expect(warnings).toEqual([]);
  await page.goto(`${origin}/comments`);
  await firstRow(page).getByText('Where is the new office?').waitFor();
  await firstRow(page).getByText('Moving to a new office').waitFor();
  expect(await titles(page)).toHaveLength(4);
  expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
});
