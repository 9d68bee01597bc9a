import { spawnSync } from 'node:child_process';
import { chromiumPath } from './chromiumPath.ts';
import { NO_CHROMIUM } from './chromium.ts';

/**
 * Vitest's `globalSetup` of the browser tests. Rebuilds the console if needed and checks that a browser is installed.
 * Never throws, so all other tests still run. The browser tests then fail one by one.
 */
export default function setup(): void {
  run('scripts/build.mjs', '--if-needed');
  if (process.env['CHROMIUM_PATH'] || chromiumPath() !== null) return;
  const installed = run('node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell');
  if (!installed) process.stderr.write(`\n${NO_CHROMIUM}\n\n`);
}

function run(program: string, ...args: string[]): boolean {
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status === 0;
}
