import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { linkPackages, temporaryFolder } from '#tests/support/temporaryFolder.ts';

export const IMPORT = `import { expect, it } from 'vitest';\n`;

export const PASSES = `it('passes', () => expect(1).toBe(1));\n`;

/** What `npm test` does after installing the packages, because a test must not install them. */
const PROGRAM = `
  import { runTests } from ${JSON.stringify(pathToFileURL('scripts/runTests.mjs').href)};
  await runTests(process.argv.slice(1));`;

/** The last line and exit code of `npm test` for these test files. */
export async function run(
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
