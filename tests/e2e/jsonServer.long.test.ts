import { describe, expect, it } from 'vitest';
import { axe } from '#tests/support/chromium.ts';
import { openExample, firstRow } from './openedPreview.ts';

describe('the preview of json-server’s example', () => {
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
    expect((await posts()).at(-1)).toMatchObject({
      id: 13,
      title: 'Written in the console',
      userId: expect.anything(),
    });

    await page.goto(`${origin}/posts/13`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Edited in the console');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edited in the console' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(posts).toHaveLength(12);
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});
