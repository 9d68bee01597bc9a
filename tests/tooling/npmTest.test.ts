import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linkPackages, temporaryFolder } from '#tests/support/temporaryFolder.ts';

const IMPORT = `import { expect, it } from 'vitest';\n`;
const PASSES = `it('passes', () => expect(1).toBe(1));\n`;

/** What `npm test` does once the packages are there: a test must not install them. */
const PROGRAM = `
  import { runTests } from ${JSON.stringify(pathToFileURL('scripts/runTests.mjs').href)};
  await runTests(process.argv.slice(1));`;

/** How `npm test` ends over these test files. */
async function run(
  tests: Record<string, string>,
): Promise<{ lines: string[]; lastLine: string | undefined; exitCode: number }> {
  const config = `export default { test: { include: ['*.test.js'] } };`;
  const folder = await temporaryFolder({ ...tests, 'package.json': '{"type":"module"}', 'vitest.config.js': config });
  await linkPackages(folder);
  // Vitest tells its children about itself in variables, which this one is to know nothing of.
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
  it('ends well when all tests pass', async () => {
    const tests = { 'one.test.js': IMPORT + PASSES, 'two.test.js': IMPORT + PASSES };
    expect(await run(tests)).toMatchObject({ lastLine: '2 passed, 0 failed', exitCode: 0 });
  });

  it('counts a test that fails, and one that is skipped', async () => {
    const tests = { 'one.test.js': `${IMPORT}${PASSES}it('fails', () => expect(1).toBe(2));\nit.todo('later');` };
    expect(await run(tests)).toMatchObject({ lastLine: '1 passed, 1 failed, 1 skipped', exitCode: 1 });
  });

  it('counts a file that fails before its first test as a failure', async () => {
    const tests = { 'one.test.js': IMPORT + PASSES, 'two.test.js': `throw new Error('broken');` };
    expect(await run(tests)).toMatchObject({ lastLine: '1 passed, 1 failed', exitCode: 1 });
  });

  it('counts an error that no test waits for as a failure', async () => {
    const unhandled = `it('leaves', () => { void Promise.reject(new Error('lost')); });`;
    expect(await run({ 'one.test.js': IMPORT + PASSES + unhandled })).toMatchObject({
      lastLine: '2 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('names what failed in the lines before the last', async () => {
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

  it('names the file whose process ended', async () => {
    const ends = `it('ends', () => process.kill(process.pid, 'SIGKILL'));`;
    const { lines, exitCode } = await run({ 'one.test.js': IMPORT + PASSES + ends, 'two.test.js': IMPORT + PASSES });
    expect(lines).toContain('FAILED one.test.js: its process ended before it did');
    expect(exitCode).toBe(1);
  });

  it('fails when there was nothing to run', async () => {
    expect(await run({})).toMatchObject({ lastLine: '0 passed, 0 failed', exitCode: 1 });
    const skipped = { 'one.test.js': `${IMPORT}it.todo('later');` };
    expect(await run(skipped)).toMatchObject({ lastLine: '0 passed, 0 failed, 1 skipped', exitCode: 1 });
  });
});
