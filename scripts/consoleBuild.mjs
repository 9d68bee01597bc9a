import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, PROJECT_FOLDER } from './project.mjs';

/** Everything that the built console depends on. Declarations aren't included, because they are read at run time. */
export const INPUTS = [
  'src',
  'shared',
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
const STAMP = path.join(OUTPUT, '.inputs');

/** Builds the console unless dist already has a build of the same sources. */
export function ensureConsole() {
  const inputs = fingerprint(PROJECT_FOLDER, INPUTS);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  buildConsole(inputs);
}

/** Builds the console into dist/console. If the build fails, deletes the console and ends the program. */
export function buildConsole(inputs = fingerprint(PROJECT_FOLDER, INPUTS)) {
  const began = Date.now();
  // The standard output belongs to the server.
  console.error('Building the console …');
  rmSync(OUTPUT, { recursive: true, force: true });
  const vite = path.join(PROJECT_FOLDER, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: PROJECT_FOLDER,
    stdio: ['inherit', process.stderr.fd, 'inherit'],
    // The caller may have set another value, such as "test", with which the build would include React's slow
    // development version.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    rmSync(OUTPUT, { recursive: true, force: true });
    fail('The console does not build, for the reason above.');
  }
  writeFileSync(STAMP, inputs);
  console.error(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s`);
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
