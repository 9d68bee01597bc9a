import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runResources } from './runResources.ts';

/** What the command itself does is tested without a process, in `resources.test.ts`. */
describe('the program of npm run resources', () => {
  const given = runResources();
  const { program } = given;

  it('exits with 1 if a declaration has errors, all of which it prints', async () => {
    await writeFile(path.join(given.folder, 'suppliers.json'), '{');
    const { code, out, problem } = await program(['check', '--folder', given.folder]);
    expect([code, problem]).toEqual([1, '']);
    expect(out).toMatch(/suppliers\.json:1:2 R004 .*\n1 file checked in \d+ ms: 1 error, /s);
  });

  it('exits with 2 if it is called wrongly, and prints how it is called on stderr', async () => {
    const { code, out, problem } = await program(['chek']);
    expect([code, out]).toEqual([2, '']);
    expect(problem).toContain('Did you mean “check”?\n\nUsage: npm run resources');
  });

  it('reads answers from its input', async () => {
    const { code } = await program(['new', 'suppliers', '--folder', given.folder], 'name\ntext\n\n\n\n');
    expect(code).toBe(0);
    const written = await readFile(path.join(given.folder, 'suppliers.json'), 'utf8');
    expect(JSON.parse(written)).toMatchObject({ name: 'suppliers', fields: [{ source: 'name', type: 'text' }] });
  });
});
