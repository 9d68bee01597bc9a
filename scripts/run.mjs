// node scripts/run.mjs FILE [arguments]: runs a TypeScript file, after installing the packages if they are missing.
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { runTypeScript } from './runTypeScript.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail('Which file? node scripts/run.mjs FILE [arguments]');
process.chdir(PROJECT_FOLDER);
ensurePackages();
await runTypeScript(file, args);
