import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** Environment variable with the folder of built programs, for the workers of a run. */
export const BUILT_PROGRAMS = 'BUILT_PROGRAMS';

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** Within the project, so that the programs can resolve its packages. */
const CACHE = path.join(PROJECT, '.cache/tests');
const COMMANDS = 'server/cli';
/** Read by `startWorker.mjs`, which would otherwise compile it for each uploaded file. */
const SHEET_READER = 'server/sheets/worker/answerReader';
const OTHER_PROGRAMS = [
  `${SHEET_READER}.ts`,
  'server/main.ts',
  'examples/bank/bank.ts',
  'tests/crash/crashServer.ts',
  'tests/server/db/embedded/commitForever.ts',
  'tests/server/db/embedded/fillDisk.ts',
  'tests/server/db/embedded/lockRacer.ts',
  'tests/server/limits/diesWhileChecking.ts',
  'tests/support/stoppingProgram.ts',
];

/** Lets the built programs locate the project's files as if they ran from source. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  transform(code, file) {
    if (!code.includes('import.meta.url') || file.includes('node_modules')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)), map: null };
  },
};

/**
 * Vitest's `globalSetup`. Builds the programs that tests start as processes (1 s). A built server needs a quarter of
 * the processor time that tsx needs for its many source files. In a new clone, also builds the console, without which
 * the server doesn't start. Never rebuilds it, because these tests don't depend on its sources.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Shared by all projects of the run.
  if (process.env[BUILT_PROGRAMS] !== undefined) return async () => {};
  if (!existsSync(path.join(PROJECT, 'dist/console/index.html'))) {
    spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: PROJECT, stdio: 'inherit' });
  }
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'programs-'));
  const commands = (await readdir(path.join(PROJECT, COMMANDS))).filter((name) => name.endsWith('.ts'));
  const files = [...commands.map((name) => `${COMMANDS}/${name}`), ...OTHER_PROGRAMS];
  await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [sourceUrls],
    // It imports its files without extensions, which Node can't resolve.
    ssr: { noExternal: ['crypto-js'] },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), path.join(PROJECT, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  });
  process.env[BUILT_PROGRAMS] = folder;
  process.env['BUILT_SHEET_READER'] = pathToFileURL(path.join(folder, `${SHEET_READER}.mjs`)).href;
  return () => rm(folder, { recursive: true, force: true });
}
