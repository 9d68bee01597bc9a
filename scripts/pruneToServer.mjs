// node scripts/pruneToServer.mjs: removes the packages that the server doesn't import from package.json,
// package-lock.json and node_modules, and the files of the others that Node never loads. For the image: see the
// Dockerfile.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { serverPackages } from './serverPackages.mjs';

/** Type declarations, source maps and documentation. Licences stay. */
const NEVER_LOADED = /(\.d\.[cm]?ts|\.map|\.md|\.markdown|\/\.yarn\/.*)$/i;

process.chdir(PROJECT_FOLDER);
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { scripts: _scripts, devDependencies: _tools, ...kept } = manifest;
const dependencies = serverPackages();
/** @param {string} folder */
const isImported = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).name in dependencies;
const packages = readdirSync('packages').map((name) => `packages/${name}`);
for (const folder of packages) if (!isImported(folder)) rmSync(folder, { recursive: true });
writeFileSync(
  'package.json',
  `${JSON.stringify({ ...kept, workspaces: packages.filter((folder) => existsSync(folder)), dependencies }, null, 2)}\n`,
);
const { status } = spawnSync('npm', ['prune', '--omit=dev', '--ignore-scripts', '--offline'], { stdio: 'inherit' });
if (status !== 0) fail('The packages could not be removed, for the reason above.');
for (const name of readdirSync('node_modules', { recursive: true, encoding: 'utf8' })) {
  if (NEVER_LOADED.test(name)) rmSync(path.join('node_modules', name), { recursive: true, force: true });
}
