import { spawnSync } from 'node:child_process';
import { provideBrowser } from './provideBrowser.ts';

/**
 * Vitest's `globalSetup` of the browser tests. Rebuilds the console if needed and provides a browser. Never throws, so
 * all other tests still run. The browser tests then fail one by one.
 */
export default async function setup(): Promise<void> {
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { stdio: 'inherit' });
  await provideBrowser().catch((error: unknown) => process.stderr.write(`\n${String(error)}\n\n`));
}
