import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { buildBeside } from '../../scripts/consoleBuild.mjs';

describe('a new build', () => {
  let dist: string;
  let output: string;
  const page = () => readFileSync(path.join(output, 'index.html'), 'utf8');

  beforeEach(async () => {
    dist = path.join(await temporaryFolder({ 'dist/console/index.html': 'old', 'dist/console/old.js': '' }), 'dist');
    output = path.join(dist, 'console');
  });

  it('replaces the served one as a whole, once it is complete', () => {
    const isBuilt = buildBeside(output, (folder) => {
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'index.html'), 'new');
      expect(page()).toBe('old');
      return true;
    });
    expect([isBuilt, page(), existsSync(path.join(output, 'old.js'))]).toEqual([true, 'new', false]);
    expect(readdirSync(dist)).toEqual(['console']);
  });

  it.each<[string, (folder: string) => boolean]>([
    ['fails', () => false],
    [
      'fails half-way',
      (folder) => {
        mkdirSync(folder);
        writeFileSync(path.join(folder, 'index.html'), 'half');
        return false;
      },
    ],
  ])('that %s leaves the served one as it was', (_, build) => {
    expect(buildBeside(output, build)).toBe(false);
    expect(page()).toBe('old');
    expect(readdirSync(dist)).toEqual(['console']);
  });

  it('that throws leaves the served one as it was', () => {
    const broken = () => {
      throw new Error('no space left');
    };
    expect(() => buildBeside(output, broken)).toThrow('no space left');
    expect([page(), readdirSync(dist)]).toEqual(['old', ['console']]);
  });

  it('is put where there was none', () => {
    const first = path.join(dist, 'other', 'console');
    buildBeside(first, (folder) => {
      mkdirSync(folder);
      writeFileSync(path.join(folder, 'index.html'), 'first');
      return true;
    });
    expect(readFileSync(path.join(first, 'index.html'), 'utf8')).toBe('first');
  });
});
