import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder with the given files (contents by path), deleted when the test ends. */
export async function temporaryFolder(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'merchant-console-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

/** Lets files in a folder import this project's packages. */
export async function linkPackages(folder: string): Promise<void> {
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
}
