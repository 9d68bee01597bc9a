// npm run pack:packages: compiles the packages to JavaScript with type declarations, and packs each into
// dist/packages/<name>-<version>.tgz.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';

const SOURCES = path.join(PROJECT_FOLDER, 'packages');
const OUTPUT = path.join(PROJECT_FOLDER, 'dist', 'packages');

ensurePackages({ development: true });
rmSync(OUTPUT, { recursive: true, force: true });
const compiler = path.join(PROJECT_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
run(process.execPath, [compiler, '-p', 'tsconfig.packages.json'], PROJECT_FOLDER);
const folders = readdirSync(OUTPUT);
for (const folder of folders) {
  const {
    private: _private,
    exports,
    devDependencies = {},
    ...manifest
  } = JSON.parse(readFileSync(path.join(SOURCES, folder, 'package.json'), 'utf8'));
  const compiled = Object.entries(exports).map(([name, source]) => [name, compiledModule(source)]);
  // The test suites of a package run in a project that has the tools for tests.
  const tools = Object.keys(devDependencies).map((name) => [name, { optional: true }]);
  const packed = {
    ...manifest,
    peerDependencies: { ...manifest.peerDependencies, ...devDependencies },
    peerDependenciesMeta: Object.fromEntries(tools),
    exports: Object.fromEntries(compiled),
    files: ['src'],
  };
  const target = path.join(OUTPUT, folder);
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  copyFileSync(path.join(SOURCES, folder, 'README.md'), path.join(target, 'README.md'));
  copyFileSync(path.join(PROJECT_FOLDER, 'LICENSE'), path.join(target, 'LICENSE'));
}
for (const folder of folders) run('npm', ['pack', '--silent', '--pack-destination', '..'], path.join(OUTPUT, folder));

/** @param {string} source such as "./src/index.ts" */
function compiledModule(source) {
  const module = source.replace(/\.ts$/, '');
  return { types: `${module}.d.ts`, default: `${module}.js` };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) fail(`The packages could not be packed: "${path.basename(command)}" failed, for the reason above.`);
}
