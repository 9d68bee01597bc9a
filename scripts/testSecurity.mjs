// npm run test:security: runs the security tests with every payload in every field and on every page, and with 200
// concurrent guesses.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
process.env['SECURITY_ALL'] = '1';
process.env['SECURITY_TRIES'] ??= '200';
process.env['FUZZ_REQUESTS'] ??= '10000';
await runTests([
  '--project=server',
  '--project=e2e',
  '--project=long',
  'tests/server/security',
  'tests/e2e/naughtyTexts',
  ...process.argv.slice(2),
]);
