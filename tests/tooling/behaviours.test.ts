import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LAST_CASE = 124;

interface Row {
  number: number;
  files: string[];
}

/** The rows of the tables. Columns: number, description, files, decision. */
function rows(): Row[] {
  const text = readFileSync('docs/behaviours.md', 'utf8');
  return [...text.matchAll(/^\| *(\d+) *\|[^|]*\|([^|]*)\|/gm)].map(([, number, files = '']) => ({
    number: Number(number),
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
}

/** The behaviours at the start of test titles in a file: `'86: …'`, `'85, 86: …'`. */
function casesOf(file: string): number[] {
  const names = readFileSync(file, 'utf8').matchAll(/['"`](\d+(?:, \d+)*): /g);
  return [...names].flatMap(([, numbers = '']) => numbers.split(', ').map(Number));
}

describe('the list of behaviours', () => {
  it('has one row per behaviour', () => {
    const all = Array.from({ length: LAST_CASE }, (_, index) => index + 1);
    expect(rows().map(({ number }) => number)).toEqual(all);
  });

  it('names existing test files', () => {
    const missing = rows().filter(({ files }) => files.length === 0 || !files.every((file) => existsSync(file)));
    expect(missing).toEqual([]);
  });

  it('names browser tests whose titles have the behaviour’s number', () => {
    const untested = rows().flatMap(({ number, files }) =>
      files
        .filter((file) => file.startsWith('tests/e2e/') && existsSync(file) && !casesOf(file).includes(number))
        .map((file) => `${number}: ${file}`),
    );
    expect(untested).toEqual([]);
  });
});
