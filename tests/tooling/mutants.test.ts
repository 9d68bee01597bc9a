import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyMutant, drawMutants, FOLDERS, mutantsOf } from '../../scripts/mutants.mjs';

/** Programs that one change can lead to. */
const variantsOf = (text: string) => mutantsOf('program.ts', text).map((mutant) => applyMutant(text, mutant));

describe('a program changed in one place', () => {
  it.each([
    ['a < b;', ['a <= b;']],
    ['a === b;', ['a !== b;']],
    ['a && b;', ['a || b;']],
    ['a ?? b;', ['a && b;']],
    ['a - b;', ['a + b;']],
    ['!a;', ['a;']],
    ['true;', ['false;']],
    ['7;', ['8;']],
    ['0n;', ['1n;']],
    ["'word';", ["'';"]],
    ["'';", ["'mutant';"]],
    ["'asc';", ["'desc';"]],
    ["'=';", ["'<>';"]],
    ['a ? b : c;', ['!(a) ? b : c;']],
    ['a.filter(b).at;', ['a.at;']],
    ['a.some(b).at;', ['a.every(b).at;']],
  ])('%s', (text, variants) => {
    expect(variantsOf(`x = ${text}`).filter((one) => one.startsWith('x'))).toEqual(variants.map((one) => `x = ${one}`));
  });

  it('loses a statement, or has a condition negated', () => {
    expect(variantsOf('if (a) throw b;')).toEqual(['if (!(a)) throw b;', 'if (a) ;']);
    expect(variantsOf('call();')).toEqual([';']);
  });

  it('keeps types, names and imports', () => {
    expect(variantsOf("import type { A } from './a.ts'; export { b } from './b.ts';")).toEqual([]);
    expect(variantsOf("type A = 'a' | 1; const a: A[] = b as { c: 'd' }[];")).toEqual([]);
    expect(variantsOf("'use strict'; const a = { 'b-c': d };")).toEqual([]);
  });

  it('is described by start and end, in characters', () => {
    const text = "const name = '中';\nconst is = 'é' < name;\n";
    const less = mutantsOf('program.ts', text).find(({ from }) => from === '<');
    expect(less).toEqual({ line: 2, start: text.indexOf('<'), end: text.indexOf('<') + 1, from: '<', to: '<=' });
  });
});

describe('drawn changes', () => {
  const text = Array.from({ length: 40 }, (_, line) => `export const a${line} = b${line} < ${line};`).join('\n');
  const all = mutantsOf('a.ts', text).map((mutant) => ({ ...mutant, file: 'a.ts' }));
  const linesOf = (seed: string) => drawMutants(all, 10, seed).map(({ line }) => line);

  it('are the same for the same seed, different for another, and at most one per line', () => {
    expect(linesOf('1')).toEqual(linesOf('1'));
    expect(linesOf('1')).not.toEqual(linesOf('2'));
    expect(new Set(linesOf('1')).size).toBe(10);
  });
});

describe('the folders for mutants', () => {
  const isThere = (place: string) =>
    place.endsWith('/')
      ? existsSync(place)
      : readdirSync(path.dirname(place)).some((name) => name.startsWith(path.basename(place)));

  it.each(Object.entries(FOLDERS))('of %s have sources and tests', (_name, { sources, tests }) => {
    expect([...sources, ...tests].filter((place) => !isThere(place))).toEqual([]);
  });
});
