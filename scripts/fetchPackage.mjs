import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_FOLDER } from './project.mjs';

/**
 * A package of the npm registry.
 * @typedef {{ name: string, version: string, integrity: string }} PinnedPackage integrity: as in a lock file
 */

/**
 * Installs a package that only some machines need, at its first use. It isn't among the development dependencies,
 * because `npm start` would download it too.
 * @param {PinnedPackage} pinned
 * @returns {string} the package's folder, below .cache/packages
 * @throws {Error} if npm fails, or the registry's package isn't the pinned one
 */
export function fetchPackage({ name, version, integrity }) {
  const id = `${name} ${version}`;
  const folder = path.join(PROJECT_FOLDER, '.cache/packages', `${name.replace('/', '+')}@${version}`);
  if (!existsSync(folder)) {
    console.log(`Fetching ${id} …`);
    // Renamed at the end, so that an interrupted installation is never taken for a complete one.
    const parts = `${folder}.${process.pid}`;
    try {
      mkdirSync(parts, { recursive: true });
      // Without it, npm would install into the project.
      writeFileSync(path.join(parts, 'package.json'), '{ "private": true }\n');
      const command = `npm install --no-save --ignore-scripts --omit=optional ${name}@${version}`;
      const { status } = spawnSync(command, { cwd: parts, stdio: 'inherit', shell: true });
      if (status !== 0) throw new Error(`${id} could not be fetched: "${command}" failed, for the reason above.`);
      const installed = JSON.parse(readFileSync(path.join(parts, 'node_modules/.package-lock.json'), 'utf8'));
      const found = installed.packages[`node_modules/${name}`].integrity;
      if (found !== integrity) throw new Error(`${id} is not the expected one: its integrity is ${found}`);
      move(parts, folder);
    } finally {
      rmSync(parts, { recursive: true, force: true });
    }
  }
  return path.join(folder, 'node_modules', name);
}

/**
 * Renames a folder, unless another process has created the target meanwhile.
 * @param {string} from
 * @param {string} to
 */
export function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
