import { describe, expect, it } from 'vitest';
import { runResources } from './runResources.ts';

/** What the command itself does is tested without a process, in `resources.test.ts`. */
describe('the program of npm run resources', () => {
  const { program } = runResources();

  it('exits with 0 if the shipped declarations are right', async () => {
    const { code, out, problem } = await program(['check']);
    expect([code, problem]).toEqual([0, '']);
    expect(out).toMatch(/^\d+ files checked in \d+ ms: 0 errors, \d+ warnings?\.$/m);
  });
});
