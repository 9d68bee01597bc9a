import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linkPackages, temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { readSummary, summaryLine } from '../../scripts/testSummary.mjs';

const IMPORT = `import { expect, it } from 'vitest';\n`;
const PASSES = `it('passes', () => expect(1).toBe(1));\n`;

/** What `npm test` does after installing the packages, because a test must not install them. */
const PROGRAM = `
  import { runTests } from ${JSON.stringify(pathToFileURL('scripts/runTests.mjs').href)};
  await runTests(process.argv.slice(1));`;

/** The last line and exit code of `npm test` for these test files. */
async function run(
  tests: Record<string, string>,
): Promise<{ lines: string[]; lastLine: string | undefined; exitCode: number }> {
  const config = `export default { test: { include: ['*.test.js'] } };`;
  const folder = await temporaryFolder({ ...tests, 'package.json': '{"type":"module"}', 'vitest.config.js': config });
  await linkPackages(folder);
  // Vitest passes its own state to child processes in variables, which this one must not inherit.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  return new Promise((resolve) => {
    const args = ['--input-type=module', '--eval', PROGRAM, '--', '--root', folder];
    const child = execFile(process.execPath, args, { env }, (_error, stdout) => {
      const lines = stdout.trimEnd().split('\n');
      resolve({ lines, lastLine: lines.at(-1), exitCode: child.exitCode ?? -1 });
    });
  });
}

describe('npm test', { timeout: 60_000 }, () => {
  it('succeeds if all tests pass', async () => {
    const tests = { 'one.test.js': IMPORT + PASSES, 'two.test.js': IMPORT + PASSES };
    expect(await run(tests)).toMatchObject({ lastLine: '2 passed, 0 failed', exitCode: 0 });
  });

  it('counts failed and skipped tests', async () => {
    const tests = { 'one.test.js': `${IMPORT}${PASSES}it('fails', () => expect(1).toBe(2));\nit.todo('later');` };
    expect(await run(tests)).toMatchObject({ lastLine: '1 passed, 1 failed, 1 skipped', exitCode: 1 });
  });

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
