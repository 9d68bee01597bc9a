import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, PROJECT_FOLDER } from './project.mjs';

/**
 * What npm writes into both of its lock files: package-lock.json, and node_modules/.package-lock.json, which says what
 * is really there. npm writes the second one last, so an installation that was cut short has none.
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, extraneous?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * Makes sure that Node is new enough and that node_modules holds what package-lock.json names; installs it if not.
 * Ends the program with a sentence when that is impossible.
 * @param {{ development?: boolean }} [options] development: the tools for tests and checks are needed too
 */
export function ensurePackages({ development = false } = {}) {
  const wantedNode = readJson('package.json').engines.node;
  if (!isAtLeast(process.versions.node, wantedNode)) {
    fail(`This program needs Node ${wantedNode}; this is Node ${process.versions.node}. See https://nodejs.org`);
  }
  const missing = firstMissing(readJson('package-lock.json'), installed(), development);
  if (missing === null) return;
  console.log(`Installing packages (${missing}) …`);
  // Without this, NODE_ENV=production would leave out the tools.
  const command = development ? 'npm ci --include=dev' : 'npm ci';
  const { status } = spawnSync(command, { cwd: PROJECT_FOLDER, stdio: 'inherit', shell: true });
  if (status !== 0) fail(`The packages could not be installed: "${command}" failed, for the reason above.`);
}

/**
 * What node_modules lacks, in a few words; null: nothing. Packages for other platforms are optional, and nobody needs
 * the extraneous ones that npm leaves in a lock file: it installs neither, so they are not looked at.
 * @param {LockFile} wanted
 * @param {LockFile | null} present null: npm has not finished an installation here
 * @param {boolean} development
 * @returns {string | null}
 */
export function firstMissing(wanted, present, development) {
  if (present === null) return 'none are here yet';
  for (const [folder, { version, dev, optional, devOptional, extraneous }] of Object.entries(wanted.packages)) {
    if (folder === '' || optional || devOptional || extraneous || (dev && !development)) continue;
    if (present.packages[folder]?.version !== version) {
      return `${folder.replace(/^.*node_modules\//, '')} ${version} is missing`;
    }
  }
  return null;
}

/**
 * @param {string} version such as "20.19.1"
 * @param {string} range of the form ">=20.19"
 */
export function isAtLeast(version, range) {
  const lowest = numbersOf(range);
  const given = numbersOf(version);
  const at = lowest.findIndex((number, index) => number !== (given[index] ?? 0));
  return at === -1 || (given[at] ?? 0) > (lowest[at] ?? 0);
}

/** @param {string} version */
function numbersOf(version) {
  return (version.match(/\d+/g) ?? []).map(Number);
}

/** @returns {LockFile | null} */
function installed() {
  const file = 'node_modules/.package-lock.json';
  return existsSync(path.join(PROJECT_FOLDER, file)) ? readJson(file) : null;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(path.join(PROJECT_FOLDER, file), 'utf8'));
}
