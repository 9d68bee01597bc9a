import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTypeScript } from '#tests/support/startedProcess.ts';

/** What the command itself does is tested without a process, in `resources.test.ts`. */
describe('the program of npm run resources', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'resources-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const program = (args: string[], typed = '') => runTypeScript('server/cli/resources.ts', args, { typed });

  it('exits with 0 if the shipped declarations are right', async () => {
    const { code, out, problem } = await program(['check']);
    expect([code, problem]).toEqual([0, '']);
    expect(out).toMatch(/^\d+ files checked in \d+ ms: 0 errors, \d+ warnings?\.$/m);
  });

  it('exits with 1 if a declaration has errors, all of which it prints', async () => {
    await writeFile(path.join(folder, 'suppliers.json'), '{');
    const { code, out, problem } = await program(['check', '--folder', folder]);
    expect([code, problem]).toEqual([1, '']);
    expect(out).toMatch(/suppliers\.json:1:2 R004 .*\n1 file checked in \d+ ms: 1 error, /s);
  });

  it('exits with 2 if it is called wrongly, and prints how it is called on stderr', async () => {
    const { code, out, problem } = await program(['chek']);
    expect([code, out]).toEqual([2, '']);
    expect(problem).toContain('Did you mean “check”?\n\nUsage: npm run resources');
  });

  it('reads answers from its input', async () => {
    const { code } = await program(['new', 'suppliers', '--folder', folder], 'name\ntext\n\n\n\n');
    expect(code).toBe(0);
    const written = await readFile(path.join(folder, 'suppliers.json'), 'utf8');
    expect(JSON.parse(written)).toMatchObject({ name: 'suppliers', fields: [{ source: 'name', type: 'text' }] });
  });
});
