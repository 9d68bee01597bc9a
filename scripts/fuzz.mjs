// npm run fuzz -- --requests 100000 --seed 7: makes calls of any kind from the API description, as several users, and
// looks at each answer and at the money afterwards. What fails is printed with the seed, which draws it again.
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
