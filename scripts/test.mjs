// npm test [-- arguments of vitest, such as tests/shared]: all tests, and as the last line how many passed and failed.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
await runTests(process.argv.slice(2));
