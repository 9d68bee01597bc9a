// npm run fuzz -- --requests 100000 --seed 7: makes calls of every kind in the API description as several users, and
// checks each response and afterwards the money. Prints failures with the seed that reproduces them.
import { parseArgs } from 'node:util';
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
process.env['FUZZ_REQUESTS'] = values.requests;
process.env['FUZZ_SEED'] = values.seed ?? String(Date.now() % 1_000_000);
await runTests(['--project', 'server', 'tests/server/security/fuzz']);
