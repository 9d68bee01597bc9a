// npm test [-- arguments of vitest, such as tests/shared]: all tests, and as the last line how many passed and failed.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { countTests, isGood, summaryLine } from './testSummary.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
process.env['NODE_ENV'] = 'test';
const { parseCLI, startVitest } = await import('vitest/node');
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, options);
if (!vitest.shouldKeepServer()) {
  const counts = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length);
  console.log(summaryLine(counts));
  process.exit(isGood(counts) ? 0 : (process.exitCode ?? 0) || 1);
}
