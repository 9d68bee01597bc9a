import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { runTypeScript } from '#tests/support/startedProcess.ts';

/** An empty folder for each test of the `describe` around, and the program of `npm run resources`. */
export function runResources() {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'resources-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const program = (args: string[], typed = '') => runTypeScript('server/cli/resources.ts', args, { typed });
  return {
    get folder() {
      return folder;
    },
    program,
  };
}
