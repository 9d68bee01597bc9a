import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { firstMissing, hasTools, isInRange, linkWorkspaces } from '../../scripts/packages.mjs';

describe('the missing package', () => {
  const wanted = {
    packages: {
      '': {},
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/vitest': { version: '4.1.12', dev: true },
      'node_modules/zod/node_modules/fsevents': { version: '2.3.3', optional: true },
      'node_modules/yaml': { version: '2.9.1', extraneous: true },
      'node_modules/esbuild-win32': { version: '0.28.2', devOptional: true },
    },
  };
  const production = { 'node_modules/zod': { version: '4.6.7' } };
  const all = { ...production, 'node_modules/vitest': { version: '4.1.12' } };

  it('is none if all are installed, except those for other platforms', () => {
    expect(firstMissing(wanted, { packages: all }, true)).toBeNull();
  });

  it('is any if npm hasn’t finished', () => {
    expect(firstMissing(wanted, null, false)).toBe('none are here yet');
  });

  it('is one that has been added to the lock file since', () => {
    expect(firstMissing(wanted, { packages: {} }, false)).toBe('zod 4.6.7 is missing');
  });

  it('is one whose version has changed since', () => {
    const older = { ...all, 'node_modules/vitest': { version: '4.1.11' } };
    expect(firstMissing(wanted, { packages: older }, true)).toBe('vitest 4.1.12 is missing');
  });

  it('is no development tool if only the program is needed', () => {
    expect(firstMissing(wanted, { packages: production }, false)).toBeNull();
    expect(firstMissing(wanted, { packages: production }, true)).toBe('vitest 4.1.12 is missing');
  });
});

describe('the tools for tests', () => {
  const program = { 'node_modules/zod': { version: '4.6.7' } };

  it('are there as soon as one of them is', () => {
    const tool = { 'node_modules/vitest': { version: '4.1.12', dev: true } };
    expect(hasTools({ packages: { ...program, ...tool } })).toBe(true);
    expect(hasTools({ packages: program })).toBe(false);
    expect(hasTools(null)).toBe(false);
  });
});

describe("the project's own packages", () => {
  it('are linked if a pull has added them, without an installation', async () => {
    const folder = await temporaryFolder({
      'packages/amounts/package.json': '{}',
      'node_modules/zod/package.json': '{}',
    });
    const wanted = {
      packages: {
        'node_modules/@ours/amounts': { link: true, resolved: 'packages/amounts' },
        'node_modules/zod': { version: '4.6.7' },
        'packages/amounts': { version: '0.1.0' },
      },
    };
    const present = { packages: { 'node_modules/zod': { version: '4.6.7' } } };
    expect(firstMissing(wanted, present, true)).toBeNull();
    linkWorkspaces(wanted, folder);
    linkWorkspaces(wanted, folder);
    expect(readlinkSync(path.join(folder, 'node_modules/@ours/amounts'))).toBe('../../packages/amounts');
  });
});

describe('the version of Node', () => {
  const { node: range } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8'))).engines;

  it.each(['20.19.0', '20.19.1', '20.20.0', '21.0.0', '22.1.3', '24.21.0', '24.99.9'])('%s is supported', (version) => {
    expect(isInRange(version, range)).toBe(true);
  });

  it.each(['20.18.9', '18.20.4', '9.99.0', '25.0.0', '26.1.0'])('%s isn’t', (version) => {
    expect(isInRange(version, range)).toBe(false);
  });
});

describe('the exports of ra-declared', () => {
  const named = [...read('src/index.ts').matchAll(/\{([^}]*)\}/g)]
    .flatMap(([, names]) => (names ?? '').split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');

  it('are fewer than 80', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.length).toBeLessThan(80);
  });

  it('are documented in its README', () => {
    const readme = read('README.md');
    expect(named.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  function read(file: string): string {
    return readFileSync(path.join('packages/ra-declared', file), 'utf8');
  }
});
