import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isThere, testsNamedIn, type NamedTest } from './provenRows.ts';

/** Start of a row that no test proves, or not completely. */
const OTHERWISE = /^(Documented|Does not apply|Not met|Not tested|Of the deployment|On purpose|Partly): /;

interface Row {
  requirement: string;
  proof: string;
  tests: NamedTest[];
}

/** The rows of the tables in docs/security.md. */
function rows(): Row[] {
  const text = readFileSync('docs/security.md', 'utf8');
  return [...text.matchAll(/^\| *(V\d[^|]*?) *\|[^|]*\| *(.*?) *\|$/gm)].map(([, requirement = '', proof = '']) => ({
    requirement,
    proof,
    tests: testsNamedIn(proof),
  }));
}

describe('the list of security requirements', () => {
  it('has each requirement once, and all chapters', () => {
    const ids = rows().flatMap(({ requirement }) => requirement.match(/V[\d.]+/g) ?? []);
    expect(ids.length).toBeGreaterThan(150);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(new Set(ids.map((id) => id.split('.')[0])).size).toBe(17);
  });

  it('says for each requirement what proves it, or why nothing does', () => {
    const silent = rows().filter(({ proof, tests }) => tests.length === 0 && !OTHERWISE.test(proof));
    expect(silent).toEqual([]);
  });

  it('names existing tests', () => {
    const named = rows().flatMap(({ requirement, tests }) => tests.map((test) => ({ requirement, ...test })));
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((test) => !isThere(test))).toEqual([]);
  });
});
