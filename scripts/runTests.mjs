import { countTests, isGood, summaryLine, unfinishedFiles } from './testSummary.mjs';

/**
 * Runs the tests, prints as the last line how many passed and failed, and ends the program: with 0 only when some
 * passed and none failed. With --watch it goes on instead.
 * @param {string[]} args as of the command "vitest run"
 */
export async function runTests(args) {
  process.env['NODE_ENV'] = 'test';
  const { parseCLI, startVitest } = await import('vitest/node');
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest('test', filter, options);
  if (vitest.shouldKeepServer()) return;
  const modules = vitest.state.getTestModules();
  for (const file of unfinishedFiles(modules)) console.log(`${file} did not end: the process that ran it did`);
  const counts = countTests(modules, vitest.state.getUnhandledErrors().length);
  console.log(summaryLine(counts));
  process.exit(isGood(counts) ? 0 : 1);
}
