import { countTests, failureLines, isGood, summaryLine } from './testSummary.mjs';

/**
 * Runs the tests, prints what failed again, as the last line how many passed and failed, and ends the program: with 0
 * only when some passed and none failed. With --watch it goes on instead.
 * @param {string[]} args as of the command "vitest run"
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
