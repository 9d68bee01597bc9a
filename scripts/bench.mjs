// npm run bench:NAME [-- arguments]: runs bench/NAME.ts after installing and building what is missing.
import { ensureConsole } from './consoleBuild.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { runTypeScript } from './runTypeScript.mjs';

const [name, ...args] = process.argv.slice(2);
if (name === undefined) fail('Which one? node scripts/bench.mjs NAME [arguments]');
process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
ensureConsole();
await runTypeScript(`bench/${name}.ts`, args);
