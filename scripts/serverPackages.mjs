import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_FOLDER } from './project.mjs';

/** The server's sources, and the scripts that start it. */
const SOURCES = [
  'server',
  'demo',
  'shared',
  'packages/protocol/src',
  'packages/declaration/src',
  'scripts/run.mjs',
  'scripts/runTypeScript.mjs',
];
/** Serves the console from its sources, which only `npm run dev` does. */
const DEVELOPMENT = 'server/http/developmentConsole.ts';
/** The specifier of a static or dynamic import, or of a re-export. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'([^'.#][^']*)'/g;

/**
 * The runtime dependencies of package.json that the server imports, by name. The others are only needed to build the
 * console.
 * @returns {Record<string, string>} versions by name
 */
export function serverPackages() {
  const imported = new Set(SOURCES.flatMap(filesOf).flatMap(packagesIn));
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8'));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => imported.has(name)));
}

/** @param {string} source a file or a folder */
function filesOf(source) {
  if (path.extname(source) !== '') return [source];
  const names = readdirSync(path.join(PROJECT_FOLDER, source), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.[cm]?[jt]s$/.test(name)).map((name) => path.posix.join(source, name));
  return files.filter((file) => file !== DEVELOPMENT);
}

/** @param {string} file */
function packagesIn(file) {
  const text = readFileSync(path.join(PROJECT_FOLDER, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, specifier = '']) => {
    const parts = specifier.split('/');
    return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  });
}
