import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LAST_CASE = 124;

interface Row {
  number: number;
  files: string[];
}

/** The rows of the tables: number, own words, files, decision. */
function rows(): Row[] {
  const text = readFileSync('docs/behaviours.md', 'utf8');
  return [...text.matchAll(/^\| *(\d+) *\|[^|]*\|([^|]*)\|/gm)].map(([, number, files = '']) => ({
    number: Number(number),
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
}

/** The cases that the names of a file's tests begin with: `'86: …'`, `'85, 86: …'`. */
function casesOf(file: string): number[] {
  const names = readFileSync(file, 'utf8').matchAll(/['"`](\d+(?:, \d+)*): /g);
  return [...names].flatMap(([, numbers = '']) => numbers.split(', ').map(Number));
}

describe('the list of behaviours', () => {
  it('has one row for each case', () => {
    const all = Array.from({ length: LAST_CASE }, (_, index) => index + 1);
    expect(rows().map(({ number }) => number)).toEqual(all);
  });

  it('names tests that there are', () => {
    const missing = rows().filter(({ files }) => files.length === 0 || !files.every((file) => existsSync(file)));
    expect(missing).toEqual([]);
  });

  it('names browser tests that hold the case', () => {
    const untested = rows().flatMap(({ number, files }) =>
      files
        .filter((file) => file.startsWith('tests/e2e/') && existsSync(file) && !casesOf(file).includes(number))
        .map((file) => `${number}: ${file}`),
    );
    expect(untested).toEqual([]);
  });
});
