// npm run pack:packages: compiles the packages to JavaScript with type declarations, and packs each into
// dist/packages/<name>-<version>.tgz.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { textsOfPages } from './textsOfPages.mjs';

const SOURCES = path.join(PROJECT_FOLDER, 'packages');
const OUTPUT = path.join(PROJECT_FOLDER, 'dist', 'packages');
const LANGUAGES = ['en', 'zh', 'es', 'ja'];
/** @param {string} folder of a package */
const messages = (folder) => path.join(folder, 'messages');

ensurePackages({ development: true });
rmSync(OUTPUT, { recursive: true, force: true });
const compiler = path.join(PROJECT_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
run(process.execPath, [compiler, '-p', 'tsconfig.packages.json'], PROJECT_FOLDER);
const folders = readdirSync(OUTPUT);
for (const folder of folders) {
  const {
    private: _private,
    exports,
    bin = {},
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
    bin: Object.fromEntries(Object.entries(bin).map(([name, source]) => [name, javaScript(source)])),
    files: ['src', 'messages'],
  };
  const target = path.join(OUTPUT, folder);
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  const own = messages(path.join(SOURCES, folder));
  if (existsSync(own)) cpSync(own, messages(target), { recursive: true });
  if (folder === 'ra-declared') {
    mkdirSync(messages(target));
    for (const language of LANGUAGES) {
      writeFileSync(path.join(messages(target), `${language}.json`), JSON.stringify(textsOfPages(language), null, 2));
    }
  }
  copyFileSync(path.join(SOURCES, folder, 'README.md'), path.join(target, 'README.md'));
  copyFileSync(path.join(PROJECT_FOLDER, 'LICENSE'), path.join(target, 'LICENSE'));
}
for (const folder of folders) run('npm', ['pack', '--silent', '--pack-destination', '..'], path.join(OUTPUT, folder));

/** @param {string} source such as "./src/index.ts"; texts stay as they are */
function compiledModule(source) {
  if (!source.endsWith('.ts')) return source;
  return { types: source.replace(/\.ts$/, '.d.ts'), default: javaScript(source) };
}

/** @param {string} source */
function javaScript(source) {
  return source.replace(/\.ts$/, '.js');
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
