import { spawnSync } from 'node:child_process';
import { chromiumPath } from './chromiumPath.ts';
import { NO_CHROMIUM } from './chromium.ts';

/**
 * Vitest's `globalSetup` of the tests that run in a browser: brings the built console up to date and sees that there is
 * a browser. It throws nothing, so that all other tests still run; those in the browser then fail one by one.
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
