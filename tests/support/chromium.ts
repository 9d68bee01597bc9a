import axeCore, { type AxeResults, type Result } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from './chromiumPath.ts';
import { packagedChromium } from './packagedChromium.ts';
import { provideBrowser } from './provideBrowser.ts';

/**
 * No sandbox, because it doesn't start as root, as in most containers. No GPU and no QUIC, because neither is
 * available. The other flags keep the browser from contacting its vendor during a test.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NO_CHROMIUM =
  'There is no Chromium for the browser tests. Install one (on Debian: apt-get install chromium-headless-shell), or set ' +
  'CHROMIUM_PATH to its program file. On Linux x64 the tests fetch one from npm, elsewhere Playwright’s from the ' +
  'internet; the beginning of the output says why that failed.';

/**
 * Starts headless Chromium. Downloads one first if there is none.
 * @throws {Error} if there is still none; the message says what to install
 */
export async function launchBrowser(): Promise<Browser> {
  await provideBrowser();
  return launch();
}

/** Starts the installed Chromium, otherwise that of the npm package, otherwise Playwright's. */
async function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath !== null) return chromium.launch({ executablePath, args: FLAGS });
  const packaged = packagedChromium();
  if (packaged !== null) {
    return chromium.launch({ ...packaged, args: FLAGS }).catch((cause: unknown) => {
      throw new Error(`The Chromium from npm doesn’t start here. Install one, or set CHROMIUM_PATH`, { cause });
    });
  }
  return chromium.launch({ args: FLAGS }).catch((cause: unknown) => {
    throw new Error(NO_CHROMIUM, { cause });
  });
}

let shared: Promise<Browser> | null = null;

/**
 * The browser shared by this worker's tests. Started on first use, restarted after a crash, and stopped with the
 * worker's process. Each test opens its own isolated contexts.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launch();
  const browser = await shared;
  if (!browser.isConnected()) shared = launch();
  return shared;
}

/** Rules enabled besides axe's defaults: target size (WCAG 2.2), and accessible names that match visible labels. */
const RULES = {
  all: { rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } } },
  /** Contrast only, for a page that was already checked in full in the other colour scheme. */
  colors: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/** Sidebar, header and settings handle, which are around every page. Rules about the document as a whole still run. */
const SHELL = { exclude: [['nav[aria-label="Main menu"]'], ['header:not(main header)'], ['aside']] };

export interface AxeOptions {
  rules?: keyof typeof RULES;
  /** True for a page whose shell has been checked on another page. */
  withoutShell?: boolean;
  /** Selector of the part to check, for a dialog above a page that is inactive meanwhile. Default: the whole page. */
  within?: string;
}

/**
 * Runs axe on the current page. Returns one text per violated rule; empty if there are none. Works under any content
 * security policy, because it uses the DevTools protocol, to which the policy doesn't apply.
 */
export async function axe(
  page: Page,
  { rules = 'all', withoutShell = false, within }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeCore.source);
  // Passes would take up megabytes.
  const options = JSON.stringify({ ...RULES[rules], resultTypes: ['violations'] });
  const context = within ? JSON.stringify(within) : withoutShell ? JSON.stringify(SHELL) : 'document';
  const run = `axe.run(${context}, ${options}).then(({ violations }) => violations)`;
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

/** Problems on a page since `watchPage` was called. The lists grow over time. */
export interface PageTrouble {
  /** Console errors and warnings with the file that they are about, and uncaught errors. */
  console: string[];
  /** Requests without a response, except those that the page itself aborted. */
  failedRequests: string[];
  /** Requests to any origin but `origin`. */
  foreignRequests: string[];
}

/** Collects problems of a page from now on. `origin` is where the page is served, such as http://127.0.0.1:4000 */
export function watchPage(page: Page, origin: string): PageTrouble {
  const trouble: PageTrouble = { console: [], failedRequests: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    trouble.console.push(`${message.text()} (${message.location().url})`);
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
