import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationPage } from '#server/process/configurationPage.ts';
import { hasGit, NEEDS_GIT } from '#tests/support/git.ts';

const page = readFileSync('docs/configuration.md', 'utf8');

it('docs/configuration.md describes what the server reads, and how it rejects invalid values', () => {
  expect(page).toBe(configurationPage());
  expect(page).not.toMatch(/undefined|\[object/);
});

it.each([
  ['DATA_DIR', 'folder'],
  ['CHANNEL_ADAPTERS', 'file'],
])('describes the errors of %s, which accepts any text', (name, what) => {
  const section = page.split(`### ${name}\n`)[1]?.split('### ')[0];
  expect(section).toMatch(new RegExp(`- Error: any text is accepted; if the ${what} can’t be`));
});

/** Names of environment variables in committed sources, without those of the system. */
function namesRead(): string[] {
  const args = [
    'grep',
    '-hoE',
    String.raw`(process\.env|environment)\['?[A-Z_]+'\]`,
    '--',
    'server',
    'scripts',
    'tests',
    'bench',
  ];
  const found = execFileSync('git', args, { encoding: 'utf8' }).match(/[A-Z][A-Z_]+/g) ?? [];
  return [...new Set(found)].filter((name) => !['PATH', 'HOME', 'LD_LIBRARY_PATH'].includes(name));
}

it.skipIf(!hasGit)(`describes each variable that the sources read (${NEEDS_GIT})`, () => {
  const names = namesRead();
  expect(names).toContain('CONSOLE_DEV');
  expect(names.filter((name) => !page.match(new RegExp(String.raw`(^### |\`)${name}(\`|$)`, 'm')))).toEqual([]);
});
