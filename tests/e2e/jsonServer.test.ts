import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openExample, firstRow } from './openedPreview.ts';

const titles = (page: Page) =>
  page
    .getByRole('row')
    .allInnerTexts()
    .then((rows) => rows.slice(1).map((row) => row.trim().split('\t')[0]?.trim()));

describe('the preview of json-server’s example', () => {
  it('without declarations, they are guessed', async () => {
    const { page, origin, warnings, trouble } = await openExample(null);
    expect(warnings).toEqual([]);
    await page.goto(`${origin}/comments`);
    await firstRow(page).getByText('Where is the new office?').waitFor();
    await firstRow(page).getByText('Moving to a new office').waitFor();
    expect(await titles(page)).toHaveLength(4);
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});
