import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../../support/openedConsole.ts';

const KB = 1024;
/** Scripts of a plain react-admin console up to its first list, compressed, in bytes (npm run bench:console). */
const PLAIN = 304 * KB;
const LOGIN_BUDGET = 0.28 * PLAIN;
const FIRST_LIST_BUDGET = 1.05 * PLAIN;
/** Strings of react-admin and MUI that survive minifying, and of code for lists, forms and tables. */
const CONSOLE_CODE = /RaRecord|MuiButton|MuiTable|setFocusedIndex|perPage|QueryClient/;

/** Scripts of a page by address, in loading order, including texts. */
function scriptsOf(page: Page): Map<string, Promise<Buffer>> {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      scripts.set(
        response.url(),
        response.body().catch(() => Buffer.alloc(0)),
      );
    }
  });
  return scripts;
}

/** With gzip's default level, in bytes. */
const compressedSize = (files: readonly Buffer[]) => files.reduce((sum, file) => sum + gzipSync(file).length, 0);

/** Ignores the page's timers of a second or more, so that delayed prefetching never starts, however slow the test is. */
async function stopLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const begin = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: TimerHandler, delay = 0, ...more: unknown[]) => (delay < 1000 ? begin(run, delay, ...more) : 0),
    });
  });
}

describe('the code loaded', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());

  it('by the login page contains nothing of the console, which loads during typing', async () => {
    const { page, context } = await console.open('/favicon.svg');
    const scripts = scriptsOf(page);
    await page.goto(`${console.origin}/login`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    const login = await Promise.all(scripts.values());
    // Compares names instead of scripts, which a failure would print.
    expect(login.map((script) => CONSOLE_CODE.exec(script.toString())?.[0])).toEqual(login.map(() => undefined));
    expect(compressedSize(login)).toBeLessThan(LOGIN_BUDGET);

    await page.getByLabel('Username').pressSequentially('d');
    const holds = async (words: string) =>
      (await Promise.all(scripts.values())).some((script) => script.includes(words));
    await expect.poll(() => holds('MuiButton')).toBe(true);
    await context.close();
  });

  it('up to the first list is limited to what that shows', async () => {
    const { page, context, signIn } = await console.open('/favicon.svg');
    const scripts = scriptsOf(page);
    await stopLongTimers(page);
    await page.goto(`${console.origin}/login?redirect=%2ForderList`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn();
    await page.getByRole('row').nth(1).waitFor();
    expect(compressedSize(await Promise.all(scripts.values()))).toBeLessThan(FIRST_LIST_BUDGET);
    await context.close();
  });
});
