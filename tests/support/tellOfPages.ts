import { afterEach } from 'vitest';
import { openedPages } from './openedConsole.ts';

/** In milliseconds, for a page that is busy. */
const PATIENCE = 2_000;

/** Of a test that has failed, even if it is tried again: what its pages show. */
afterEach(async ({ task }) => {
  if (!task.result?.errors?.length) return;
  for (const page of openedPages) {
    const text = await page.innerText('body', { timeout: PATIENCE }).catch(String);
    process.stderr.write(`\n${task.name}: ${page.url()} shows\n${text.replaceAll(/\s*\n\s*/g, ' | ')}\n`);
  }
});
