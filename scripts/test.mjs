// npm test [-- arguments of vitest, such as tests/shared]: runs all tests except the long ones. Prints the numbers of
// passed and failed tests on the last line. With --project=long*, as in npm run test:long, runs the long ones.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
const args = process.argv.slice(2);
await runTests(args.some((arg) => arg.startsWith('--project')) ? args : ['--project=!long*', ...args]);
