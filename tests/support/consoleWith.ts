import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint, INPUTS } from '../../scripts/consoleBuild.mjs';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/**
 * Builds the console with the files of a folder in `src/custom`, as docs/custom-components.md describes, in a copy of the
 * sources. Keeps the last build of each name, and builds again only if a source has changed.
 *
 * @returns the folder of the built console
 */
export async function buildConsoleWith(custom: string, name: string): Promise<string> {
  const copy = path.join(PROJECT, '.cache/tests/consoles', name);
  const built = path.join(copy, 'dist/console');
  const inputs = fingerprint(PROJECT, [...INPUTS, path.relative(PROJECT, custom)]);
  const stamp = path.join(copy, 'inputs');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return built;
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const copied = [...INPUTS, 'package.json'];
  for (const part of copied) await cp(path.join(PROJECT, part), path.join(copy, part), { recursive: true });
  for (const part of ['resources', 'node_modules']) await symlink(path.join(PROJECT, part), path.join(copy, part));
  await cp(custom, path.join(copy, 'src/custom'), { recursive: true });
  await build(copy);
  await writeFile(stamp, inputs);
  return built;
}

function build(cwd: string): Promise<void> {
  const vite = path.join(PROJECT, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  return new Promise((resolve, reject) => {
    const run = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd, env, stdio: 'inherit' });
    run.once('error', reject);
    run.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`vite build ends with ${status}`))));
  });
}
