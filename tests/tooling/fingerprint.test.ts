import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { fingerprint } from '../../scripts/consoleBuild.mjs';

const INPUTS = ['src', 'index.html', 'public'];

describe('the fingerprint that determines whether the console is rebuilt', () => {
  let folder: string;
  let before: string;

  beforeEach(async () => {
    folder = await temporaryFolder({ 'src/App.tsx': 'app', 'src/shell/menu/guard.ts': 'guard', 'index.html': '<p>' });
    before = fingerprint(folder, INPUTS);
  });

  it('stays the same if nothing changes', () => {
    expect(fingerprint(folder, INPUTS)).toBe(before);
  });

  it('changes with the content of a file at any depth', async () => {
    await writeFile(path.join(folder, 'src/shell/menu/guard.ts'), 'Guard');
    expect(fingerprint(folder, INPUTS)).not.toBe(before);
  });

  it('changes when a file is added, renamed or deleted', async () => {
    await writeFile(path.join(folder, 'src/empty.ts'), '');
    const added = fingerprint(folder, INPUTS);
    await rename(path.join(folder, 'src/empty.ts'), path.join(folder, 'src/hollow.ts'));
    const renamed = fingerprint(folder, INPUTS);
    await rm(path.join(folder, 'src/hollow.ts'));
    expect(new Set([before, added, renamed]).size).toBe(3);
    expect(fingerprint(folder, INPUTS)).toBe(before);
  });

  it('ignores everything but inputs, and editors’ temporary files', async () => {
    await writeFile(path.join(folder, 'README.md'), 'read me');
    await writeFile(path.join(folder, 'src/.App.tsx.swp'), 'draft');
    expect(fingerprint(folder, INPUTS)).toBe(before);
  });
});
