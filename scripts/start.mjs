// npm start: runs the server with the console, after installing and building what is missing. npm run dev: the same,
// but source changes take effect immediately.
import { ensureConsole } from './consoleBuild.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { runTypeScript } from './runTypeScript.mjs';

const SERVER = 'server/main.ts';

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--dev');
if (unknown !== undefined) {
  fail(`"${unknown}" is not known here. What can be set is set by environment variables, such as PORT=4001 npm start`);
}
process.chdir(PROJECT_FOLDER);
const isDevelopment = args.includes('--dev');
ensurePackages({ development: isDevelopment });
if (isDevelopment) await watch();
else {
  ensureConsole();
  await runTypeScript(SERVER, []);
}

/** Restarts the server when a file that it imported or a text changes. Serves the console from source. */
async function watch() {
  process.env['CONSOLE_DEV'] = '1';
  process.argv.splice(2, args.length, 'watch', '--clear-screen=false', '--include', 'i18n/*.json', SERVER);
  await import(import.meta.resolve('tsx/cli'));
}
