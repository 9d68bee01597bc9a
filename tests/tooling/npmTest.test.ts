import { describe, expect, it } from 'vitest';
import { readSummary, summaryLine } from '../../scripts/testSummary.mjs';
import { IMPORT, PASSES, run } from './runOfTests.ts';

describe('npm test', { timeout: 60_000 }, () => {
  it('succeeds if all tests pass', async () => {
    const tests = { 'one.test.js': IMPORT + PASSES, 'two.test.js': IMPORT + PASSES };
    expect(await run(tests)).toMatchObject({ lastLine: '2 passed, 0 failed', exitCode: 0 });
  });

  it('counts failed and skipped tests', async () => {
    const tests = { 'one.test.js': `${IMPORT}${PASSES}it('fails', () => expect(1).toBe(2));\nit.todo('later');` };
    expect(await run(tests)).toMatchObject({ lastLine: '1 passed, 1 failed, 1 skipped', exitCode: 1 });
  });

  it('lists the failures before the last line', async () => {
    const fails = `it('fails', () => expect(1).toBe(2));\nit('leaves', () => { void Promise.reject(new Error('lost')); });`;
    const { lines } = await run({
      'one.test.js': IMPORT + PASSES + fails,
      'two.test.js': `throw new Error('broken');`,
    });
    expect(lines.slice(-4, -1).toSorted()).toEqual([
      'FAILED no test: lost',
      'FAILED one.test.js > fails: expected 1 to be 2 // Object.is equality',
      'FAILED two.test.js: broken',
    ]);
  });
});

describe('the last line of npm test', () => {
  it.each([
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 0, failed: 3, skipped: 45 },
  ])('is read back as %o', (counts) => {
    expect(readSummary(summaryLine(counts))).toEqual(counts);
  });

  it.each(['', 'FAILED a.test.ts: 1 passed, 0 failed', 'Node 24: 1 passed, 0 failed', '1 passed, 0 failed, more'])(
    'is no other line: %j',
    (line) => expect(readSummary(line)).toBeNull(),
  );
});
