import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { generate } from 'otplib';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#server/demo/signIns.ts';
import { launchBrowser } from '#tests/support/chromium.ts';

/** What a browser really fetches, each file compressed as gzip does it by default. Signs in as a user of its own: the others' codes are used up. */
export async function measureConsoleSize(url: string): Promise<string[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: 'en' });
    const loaded = collect(page);
    await page.goto(`${url}/login?redirect=%2ForderList`, { waitUntil: 'networkidle' });
    const login = loaded();
    await page.getByLabel('Username').fill('viewer');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Authenticator code').fill(await generate({ secret: DEMO_TOTP_SECRET }));
    await page.keyboard.press('Enter');
    await page.getByRole('row').nth(1).waitFor();
    return [`login page: ${inWords(login)}`, `with the first list: ${inWords(loaded())}`];
  } finally {
    await browser.close();
  }
}

interface Sizes {
  scripts: number;
  all: number;
}

/** Adds up each address once, as a browser with a cache would fetch it. */
function collect(page: Page): () => Sizes {
  const sizes = new Map<string, { script: boolean; bytes: number }>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/prod-api')) return;
    void response
      .body()
      .then((body) =>
        sizes.set(response.url().split('?')[0] ?? '', {
          script: response.request().resourceType() === 'script',
          bytes: gzipSync(body).length,
        }),
      )
      .catch(() => undefined); // a redirect has no body
  });
  return () => {
    const all = [...sizes.values()];
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0);
    return { scripts: sum(all.filter(({ script }) => script)), all: sum(all) };
  };
}

function inWords({ scripts, all }: Sizes): string {
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  return `${kb(scripts)} of JavaScript, ${kb(all)} in all, gzipped`;
}
