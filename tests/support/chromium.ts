import axeCore, { type AxeResults, type Result } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from './chromiumPath.ts';

/**
 * No sandbox: it does not start as root, as in most containers. No GPU and no QUIC: neither is there. The rest keeps
 * the browser from calling home during a test.
 */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export const NO_CHROMIUM =
  'The browser tests need Chromium. Install Chromium or Chrome, or set CHROMIUM_PATH to the program file of one; ' +
  'or, with a connection to the internet: npx playwright-core install chromium-headless-shell';

/**
 * Starts a headless Chromium: the one installed here, else Playwright's own.
 * @throws Error that says what to install when there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath !== null) return chromium.launch({ executablePath, args: FLAGS });
  return chromium.launch({ args: FLAGS }).catch((cause: unknown) => {
    throw new Error(NO_CHROMIUM, { cause });
  });
}

let shared: Promise<Browser> | null = null;

/**
 * The browser of this worker's tests, started by the first of them and ended with the worker's process. Tests open
 * contexts of their own, which share nothing. Starts another one if it has crashed.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  const browser = await shared;
  if (!browser.isConnected()) shared = launchBrowser();
  return shared;
}

/** Besides what axe looks for unless told otherwise: the size of what is pressed (WCAG 2.2), and names as they are shown. */
const RULES = {
  all: { rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } } },
  /** For a page that was looked at as a whole in other colours. */
  colors: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/**
 * What axe finds wrong with the page as it stands, one text per rule broken; empty when all is well. Works under any
 * content security policy, because the developer tools' protocol that runs the scripts is not subject to it.
 */
export async function axe(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeCore.source);
  // What is right fills megabytes.
  const options = JSON.stringify({ ...RULES[rules], resultTypes: ['violations'] });
  const run = `axe.run(${options}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults['violations']>(run);
  return violations.map(describeViolation);
}

function describeViolation({ id, impact, help, nodes }: Result): string {
  const places = nodes.map(({ target, failureSummary, html }) => {
    const reason = failureSummary?.replaceAll(/\n\s*/g, '\n      ') ?? '';
    return `  ${target.join(' ')}\n    ${html}\n      ${reason}`;
  });
  return `${id} (${impact ?? 'unknown'}): ${help}\n${places.join('\n')}`;
}

/** What went wrong on a page since it is watched; the lists grow as things happen. */
export interface PageTrouble {
  /** Errors and warnings in the console, and errors that nothing caught. */
  console: string[];
  /** Requests without an answer, except those that the page itself called off. */
  failedRequests: string[];
  /** Requests that were meant for anybody but `origin`. */
  foreignRequests: string[];
}

/** Collects what goes wrong on a page from now on. `origin` is where the page is served, such as http://127.0.0.1:4000 */
export function watchPage(page: Page, origin: string): PageTrouble {
  const trouble: PageTrouble = { console: [], failedRequests: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.console.push(message.text());
  });
  page.on('pageerror', (error) => trouble.console.push(error.stack ?? error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    if (reason !== 'net::ERR_ABORTED') trouble.failedRequests.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isLocal = url.origin === origin || ['data:', 'blob:'].includes(url.protocol);
    if (!isLocal) trouble.foreignRequests.push(request.url());
  });
  return trouble;
}
