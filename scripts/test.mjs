// npm test [-- arguments of vitest, such as tests/shared]: all tests but the long ones, and as the last line how many
// passed and failed. With --project=long, as in npm run test:long, the long ones.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
const args = process.argv.slice(2);
await runTests(args.some((arg) => arg.startsWith('--project')) ? args : ['--project=!long', ...args]);
