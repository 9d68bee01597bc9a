import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Exit status of `npm run audit` if npm prints and exits like this. */
async function statusWhere(npm: { out?: string; problem?: string; code: number }): Promise<number> {
  const folder = await temporaryFolder({});
  const fake = path.join(folder, 'npm');
  await writeFile(fake, `#!/bin/sh\necho '${npm.out ?? ''}'\necho '${npm.problem ?? ''}' >&2\nexit ${npm.code}\n`);
  await chmod(fake, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/audit.mjs'], { env }, () => resolve(child.exitCode ?? -1));
  });
}

it.each([
  ['no vulnerability', { out: 'found 0 vulnerabilities', code: 0 }, 0],
  ['a vulnerability', { out: '1 high severity vulnerability', code: 1 }, 1],
  ['no audits', { problem: 'npm error audit endpoint returned an error', code: 1 }, 2],
  ['no network', { problem: 'npm error code EAI_AGAIN', code: 1 }, 2],
  ['nothing', { code: 0 }, 2],
])('npm run audit never takes %s for another outcome', async (_name, npm, status) => {
  expect(await statusWhere(npm)).toBe(status);
});
