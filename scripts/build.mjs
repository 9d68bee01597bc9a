// npm run build: builds the console as static files in dist/console. With --if-needed, only if its sources have
// changed.
import { buildConsole, ensureConsole } from './consoleBuild.mjs';
import { ensurePackages } from './packages.mjs';

ensurePackages();
if (process.argv.includes('--if-needed')) ensureConsole();
else buildConsole();
