import { describe, expect, it } from 'vitest';
import { IMPORT, PASSES, run } from './runOfTests.ts';

describe('npm test', { timeout: 60_000 }, () => {
  it('counts a file that fails before its first test as a failure', async () => {
    const tests = { 'one.test.js': IMPORT + PASSES, 'two.test.js': `throw new Error('broken');` };
    expect(await run(tests)).toMatchObject({ lastLine: '1 passed, 1 failed', exitCode: 1 });
  });

  it('counts an unhandled error as a failure', async () => {
    const unhandled = `it('leaves', () => { void Promise.reject(new Error('lost')); });`;
    expect(await run({ 'one.test.js': IMPORT + PASSES + unhandled })).toMatchObject({
      lastLine: '2 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('lists a file whose process ended', async () => {
    const ends = `it('ends', () => process.kill(process.pid, 'SIGKILL'));`;
    const { lines, exitCode } = await run({ 'one.test.js': IMPORT + PASSES + ends, 'two.test.js': IMPORT + PASSES });
    expect(lines).toContain('FAILED one.test.js: its process ended before it did');
    expect(exitCode).toBe(1);
  });

  it('fails if there was nothing to run', async () => {
    expect(await run({})).toMatchObject({ lastLine: '0 passed, 0 failed', exitCode: 1 });
    const skipped = { 'one.test.js': `${IMPORT}it.todo('later');` };
    expect(await run(skipped)).toMatchObject({ lastLine: '0 passed, 0 failed, 1 skipped', exitCode: 1 });
  });
});
