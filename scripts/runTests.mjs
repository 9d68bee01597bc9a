import { countTests, failureLines, isGood, summaryLine } from './testSummary.mjs';

/**
 * Runs the tests, lists the failures and, on the last line, the numbers of passed and failed tests, and ends the
 * program. Exits with 0 only if some tests passed and none failed. With --watch it keeps running instead.
 * @param {string[]} args of the command "vitest run"
 */
export async function runTests(args) {
  process.env['NODE_ENV'] = 'test';
  const { parseCLI, startVitest } = await import('vitest/node');
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await startVitest('test', filter, options);
  if (vitest.shouldKeepServer()) return;
  const modules = vitest.state.getTestModules();
  const unhandledErrors = vitest.state.getUnhandledErrors();
  for (const line of failureLines(modules, unhandledErrors)) console.log(line);
  const counts = countTests(modules, unhandledErrors.length);
  console.log(summaryLine(counts));
  process.exit(isGood(counts) ? 0 : 1);
}
