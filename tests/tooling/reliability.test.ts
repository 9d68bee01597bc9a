import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isThere, testsNamedIn } from './provenRows.ts';

const HEADER = ['What happens', 'What the user sees', 'What holds on the server', 'Test'];

/** The rows of all tables in docs/reliability.md, each as its cells. */
function rows(): string[][] {
  const lines = readFileSync('docs/reliability.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the list of failures and their effects', () => {
  it('says for each row what the user sees, and names its tests', () => {
    const told = rows().filter((cells) => cells.join() !== HEADER.join());
    expect(told.length).toBeGreaterThan(40);
    const silent = told.filter(([, sees = '', , test = '']) => sees === '' || testsNamedIn(test).length === 0);
    expect(silent).toEqual([]);
  });

  it('names existing tests', () => {
    const named = rows().flatMap(([, , , test = '']) => testsNamedIn(test));
    expect(named.filter((test) => !isThere(test))).toEqual([]);
  });
});
