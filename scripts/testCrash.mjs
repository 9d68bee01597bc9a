// npm run test:crash: kills the server and its database some hundred times while money moves, and checks that nothing
// is lost or executed twice. CRASH_KILLS=400 sets the number of kills; CRASH_SEED=… repeats the calls and moments of an
// earlier run.
import { ensurePackages } from './packages.mjs';
import { PROJECT_FOLDER } from './project.mjs';
import { runTests } from './runTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
process.env['CRASH_KILLS'] ??= '210';
await runTests(['--project=long', 'tests/crash', ...process.argv.slice(2)]);
