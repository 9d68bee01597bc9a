import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { createPreview } from '#server/cli/preview/createPreview.ts';
import { sharedBrowser, watchPage } from '#tests/support/chromium.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** The preview of the example, on a copy of its file. */
export async function openExample(resources: string | null) {
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

export const firstRow = (page: Page) => page.getByRole('row').nth(1);
