import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { openPage } from './openPage.ts';
import { signIn } from './signIn.ts';
import type { Site } from './Site.ts';

/** Bytes that a browser with an empty cache fetches, with each file compressed by gzip's default level. */
export interface Sizes {
  scripts: number;
  all: number;
}

export interface FetchedSizes {
  login: Sizes;
  firstList: Sizes;
}

export function inWords({ scripts, all }: Sizes): string {
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  return `${kb(scripts)} of JavaScript, ${kb(all)} in all, gzipped`;
}

/** Bytes fetched with the login page, before any input, and until the first list is shown. */
export async function fetchedSizes(browser: Browser, site: Site, username: string): Promise<FetchedSizes> {
  const login = await fetchedBy(browser, (page) =>
    page.goto(site.origin + site.loginPath, { waitUntil: 'networkidle' }),
  );
  const firstList = await fetchedBy(browser, (page) => signIn(page, site, username));
  return { login, firstList };
}

async function fetchedBy(browser: Browser, act: (page: Page) => Promise<unknown>): Promise<Sizes> {
  const { page, close } = await openPage(browser, 1);
  const files: Promise<File>[] = [];
  const note = (response: Response) => {
    const isOfApi = new URL(response.url()).pathname.startsWith('/prod-api');
    if (!isOfApi) files.push(fileOf(response));
  };
  page.on('response', note);
  await act(page);
  page.off('response', note);
  const sizes = await Promise.all(files);
  await close();
  const sum = (some: File[]) => some.reduce((total, { bytes }) => total + bytes, 0);
  return { scripts: sum(sizes.filter(({ isScript }) => isScript)), all: sum(sizes) };
}

interface File {
  isScript: boolean;
  bytes: number;
}

async function fileOf(response: Response): Promise<File> {
  const body = await response.body();
  return { isScript: response.request().resourceType() === 'script', bytes: gzipSync(body).length };
}
