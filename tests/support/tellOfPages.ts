import { afterEach } from 'vitest';
import { openedPages } from './openedConsole.ts';

/** Milliseconds to wait for a busy page. */
const PATIENCE = 2_000;

/** After a failed test, including one that will be retried, prints the content of its pages. */
afterEach(async ({ task }) => {
  if (!task.result?.errors?.length) return;
  for (const page of openedPages) {
    const text = await page.innerText('body', { timeout: PATIENCE }).catch(String);
    process.stderr.write(`\n${task.name}: ${page.url()} shows\n${text.replaceAll(/\s*\n\s*/g, ' | ')}\n`);
  }
});
