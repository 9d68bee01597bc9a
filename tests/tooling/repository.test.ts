import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasGit, NEEDS_GIT } from '#tests/support/git.ts';

const versionsSchema = z.record(z.string(), z.string()).default({});
const packageSchema = z.object({
  dependencies: versionsSchema,
  devDependencies: versionsSchema,
  overrides: versionsSchema,
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      extraneous: z.boolean().optional(),
      optionalDependencies: versionsSchema,
    }),
  ),
});

/** The folders of the project's own packages, and their links. */
const OWN_PACKAGE = /^(packages|node_modules\/@merchant-console)\//;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Text files that are in the repository or not ignored by Git. */
function textFiles(): { name: string; text: string }[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
  return names
    .filter((name) => name !== '' && existsSync(name))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

function linesThat(isBad: (line: string) => boolean): string[] {
  return textFiles().flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, index) => (isBad(line) ? `${name}:${index + 1}: ${line.trim()}` : [])),
  );
}

describe.skipIf(!hasGit)(`the files of the repository (${NEEDS_GIT})`, () => {
  it('contain no folder of a developer’s machine', () => {
    // Paths of one part, such as "/app", would be found in "server/app.ts".
    const mine = [process.cwd(), homedir()].filter((folder) => folder.split(path.sep).filter(Boolean).length > 1);
    const isPrivate = (line: string) => /\/root\/|\b[A-Z]:\\+Users\\/.test(line);
    expect(linesThat((line) => isPrivate(line) || mine.some((folder) => line.includes(folder)))).toEqual([]);
  });

  it('contain no host of a package registry', () => {
    expect(linesThat((line) => /\/\/(?:[\w-]+\.)*registry\.[\w-]+/.test(line))).toEqual([]);
  });
});

describe('package.json', () => {
  it('pins exact versions', () => {
    const { dependencies, devDependencies, overrides } = packageSchema.parse(readJson('package.json'));
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides });
    expect(versions.length).toBeGreaterThan(40);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

describe('package-lock.json', () => {
  it('doesn’t say where packages are downloaded from', () => {
    const places = readFileSync('package-lock.json', 'utf8').match(/"resolved": ".*"/g) ?? [];
    expect(places.filter((place) => !place.startsWith('"resolved": "packages/'))).toEqual([]);
  });

  it('has a checksum and one version of each package, and none from a repository or from a folder but our own', () => {
    const { packages } = lockSchema.parse(readJson('package-lock.json'));
    const installed = Object.entries(packages).filter(([name]) => name !== '' && !OWN_PACKAGE.test(name));
    const loose = installed.filter(
      ([name, { version = '', integrity = '', link, extraneous }]) =>
        !name.startsWith('node_modules/') ||
        !/^\d+\.\d+\.\d+/.test(version) ||
        !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ||
        link === true ||
        extraneous === true,
    );
    expect(installed.length).toBeGreaterThan(400);
    expect(loose).toEqual([]);
  });

  it('has the packages of all platforms, without which "npm ci" fails', () => {
    const { packages } = lockSchema.parse(readJson('package-lock.json'));
    const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${parent}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
