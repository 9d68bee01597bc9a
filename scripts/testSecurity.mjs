// npm run test:security: the tests of tests/server/security with every text in every field and 200 guesses at once.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
process.env['SECURITY_ALL'] = '1';
process.env['SECURITY_TRIES'] ??= '200';
process.env['FUZZ_REQUESTS'] ??= '10000';
await runTests(['--project', 'server', 'tests/server/security', ...process.argv.slice(2)]);
