import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fail, PROJECT_FOLDER } from './project.mjs';

/** Everything that the built console depends on. Declarations aren't included, because they are read at run time. */
export const INPUTS = [
  'src',
  'shared',
  'packages',
  'i18n',
  'public',
  'index.html',
  'vite.config.ts',
  'bundling',
  'tsconfig.json',
  'package-lock.json',
];
const OUTPUT = path.join(PROJECT_FOLDER, 'dist', 'console');
/** Contains the fingerprint of the build's inputs. The leading dot keeps it from being served. */
const STAMP = '.inputs';

/** Builds the console unless dist already has a build of the same sources. */
export function ensureConsole() {
  const inputs = fingerprint(PROJECT_FOLDER, INPUTS);
  const stamp = path.join(OUTPUT, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  buildConsole(inputs);
}

/** Builds the console into dist/console. If the build fails, leaves the one that is there and ends the program. */
export function buildConsole(inputs = fingerprint(PROJECT_FOLDER, INPUTS)) {
  const began = Date.now();
  // The standard output belongs to the server.
  console.error('Building the console …');
  const vite = path.join(PROJECT_FOLDER, 'node_modules', 'vite', 'bin', 'vite.js');
  const isBuilt = buildBeside(OUTPUT, (folder) => {
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', folder], {
      cwd: PROJECT_FOLDER,
      stdio: ['inherit', process.stderr.fd, 'inherit'],
      // The caller may have set another value, such as "test", with which the build would include React's slow
      // development version.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (status === 0) writeFileSync(path.join(folder, STAMP), inputs);
    return status === 0;
  });
  if (!isBuilt) fail('The console does not build, for the reason above.');
  console.error(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/**
 * Builds into a new folder beside `output`, and puts it in its place once it is complete: a server that serves `output`
 * meanwhile never has half of a build, nor none because a build failed.
 * @param {string} output
 * @param {(folder: string) => boolean} build returns false if it has failed
 * @returns {boolean} what `build` returns
 */
export function buildBeside(output, build) {
  mkdirSync(path.dirname(output), { recursive: true });
  // With the leading dot, other tools take neither for a build.
  const beside = mkdtempSync(path.join(path.dirname(output), `.${path.basename(output)}-`));
  const [next, last] = [path.join(beside, 'next'), path.join(beside, 'last')];
  try {
    if (!build(next)) return false;
    if (existsSync(output)) renameSync(output, last);
    renameSync(next, output);
    return true;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/**
 * SHA-256 over the names and contents of files, including all files in folders. Missing entries count as empty. Names
 * that begin with a dot (such as editors' temporary files) are ignored.
 * @param {string} base
 * @param {string[]} entries relative to `base`
 */
export function fingerprint(base, entries) {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesOf(base, entry))) {
    const content = readFileSync(path.join(base, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} base
 * @param {string} entry
 * @returns {string[]}
 */
function filesOf(base, entry) {
  const full = path.join(base, entry);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  const names = readdirSync(full).filter((name) => !name.startsWith('.'));
  return names.toSorted().flatMap((name) => filesOf(base, `${entry}/${name}`));
}
