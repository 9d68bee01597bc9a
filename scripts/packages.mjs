import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fail, PROJECT_FOLDER } from './project.mjs';

/**
 * The content of both lock files of npm: package-lock.json, and node_modules/.package-lock.json, which lists what is
 * installed. npm writes the second one last, so it is missing after an interrupted installation.
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, extraneous?: boolean, link?: boolean, resolved?: string }}
 * LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * Checks that Node is a supported release and that node_modules matches package-lock.json, and installs the packages if not. If
 * that is impossible, prints the reason and ends the program. A folder in `packages/` that a pull has added is only linked.
 * @param {{ development?: boolean }} [options] development: true to include the tools for tests and checks
 */
export function ensurePackages({ development = false } = {}) {
  const wantedNode = readJson('package.json').engines.node;
  if (!isInRange(process.versions.node, wantedNode)) {
    fail(`This program needs Node ${wantedNode}; this is Node ${process.versions.node}. See https://nodejs.org`);
  }
  /** @type {LockFile} */
  const wanted = readJson('package-lock.json');
  const present = installed();
  // Where the tools are, they stay.
  const tools = development || hasTools(present);
  const missing = firstMissing(wanted, present, tools);
  if (missing === null) {
    linkWorkspaces(wanted, PROJECT_FOLDER);
    return;
  }
  // The standard output belongs to the server.
  console.error(`Installing packages (${missing}) …`);
  // Without --include=dev, NODE_ENV=production would omit the tools.
  const command = `npm ci ${tools ? '--include' : '--omit'}=dev`;
  const { status } = spawnSync(command, {
    cwd: PROJECT_FOLDER,
    stdio: ['inherit', process.stderr.fd, 'inherit'],
    shell: true,
  });
  if (status !== 0) fail(`The packages could not be installed: "${command}" failed, for the reason above.`);
}

/**
 * Describes briefly the first package that node_modules lacks, or null if it lacks none. Ignores packages for other
 * platforms, which are optional, and extraneous ones that npm leaves in a lock file, because npm installs neither. Ignores
 * the project's own, which `linkWorkspaces` links.
 * @param {LockFile} wanted
 * @param {LockFile | null} present null if npm has not finished an installation here
 * @param {boolean} development
 * @returns {string | null}
 */
export function firstMissing(wanted, present, development) {
  if (present === null) return 'none are here yet';
  for (const [folder, { version, dev, optional, devOptional, extraneous, link }] of Object.entries(wanted.packages)) {
    if (!folder.startsWith('node_modules/') || link || optional || devOptional || extraneous || (dev && !development))
      continue;
    if (present.packages[folder]?.version !== version) {
      return `${folder.replace(/^.*node_modules\//, '')} ${version} is missing`;
    }
  }
  return null;
}

/**
 * Says whether tools for tests and checks are installed. `npm start` does without them, which halves its installation.
 * @param {LockFile | null} present null if npm has not finished an installation here
 */
export function hasTools(present) {
  return present !== null && Object.values(present.packages).some(({ dev }) => dev === true);
}

/**
 * Links the project's own packages that node_modules lacks, as `npm ci` does.
 * @param {LockFile} wanted
 * @param {string} project
 */
export function linkWorkspaces(wanted, project) {
  for (const [folder, { link, resolved }] of Object.entries(wanted.packages)) {
    const place = path.join(project, folder);
    if (!link || resolved === undefined || existsSync(place)) continue;
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.relative(path.dirname(place), path.join(project, resolved)), place, 'junction');
  }
}

/**
 * @param {string} version such as "20.19.1"
 * @param {string} range of the form ">=20.19 <25"
 */
export function isInRange(version, range) {
  const [lowest = '', end = ''] = range.split(' ');
  return isAtLeast(version, lowest) && !isAtLeast(version, end);
}

/**
 * @param {string} version
 * @param {string} bound
 */
function isAtLeast(version, bound) {
  const lowest = numbersOf(bound);
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
