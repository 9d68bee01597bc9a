import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../packages/declaration/src/pattern.ts';

function compiled(source: string, longest = 1_000) {
  const pattern = compilePattern(source, longest);
  if ('problem' in pattern) throw new Error(`${source}: ${pattern.problem}`);
  return pattern;
}

const ATOMS = ['a', 'b', 'é', '😀', '.', '[ab]', '[^a]', '[\\]a-]', '\\d', '\\W', '\\p{L}', '\\u0061', '\\u{1F600}'];
const MORE_ATOMS = ['\\uD83D\\uDE00', '\\x62', '\\n', '\\.', '[\\s\\S]', '\\cA', '^', '$', '\\b', '\\B', '(?:)', '\\/'];
const QUANTIFIERS = ['', '', '?', '*', '+', '{2}', '{0,2}', '{1,}', '*?', '+?', '??', '{1,3}?', '{0}'];

const { source } = fc.letrec<{ source: string; term: string }>((tie) => ({
  source: fc
    .array(fc.array(tie('term'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((choices) => choices.map((terms) => terms.join('')).join('|')),
  term: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(...ATOMS, ...MORE_ATOMS).chain((atom) =>
      // Assertions can't be repeated.
      fc.constantFrom(...(/^(\^|\$|\\b|\\B)$/i.test(atom) ? [''] : QUANTIFIERS)).map((sign) => atom + sign),
    ),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('source'), fc.constantFrom(...QUANTIFIERS))
      .map(([open, inner, sign]) => `${open}${inner})${sign}`),
  ),
}));
const text = fc.array(fc.constantFrom('a', 'b', 'é', '😀', '1', ' ', '.', '\n', ']', '-'), { maxLength: 5 });

test('a pattern matches what a regular expression with the flag u matches', () => {
  let matches = 0;
  fc.assert(
    fc.property(source, text, (pattern, chars) => {
      const value = chars.join('');
      const isMatch = new RegExp(`^(?:${pattern})$`, 'u').test(value);
      if (isMatch) matches++;
      expect(compiled(pattern, 5).matches(value)).toBe(isMatch);
    }),
    { numRuns: 2_000 },
  );
  expect(matches).toBeGreaterThan(100);
});

test.each([
  ['(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])', ['2026-03'], ['2026-13', '2026-3']],
  ['^[A-Z]{3}$', ['CNY'], ['CN', 'CNYX', '']],
  ['[\\p{Script=Han}·]{2,20}', ['张三', '買買提·艾山'], ['张', '张3']],
  ['a|', ['a', ''], ['aa']],
  ['[\\u4e00-\\u9fff]+', ['一'], ['a']],
])('%s matches the whole value', (pattern, fitting, others) => {
  const { matches } = compiled(pattern);
  expect([...fitting, ...others].filter(matches)).toEqual(fitting);
});

test.each([
  ['(?=a)b', '(?='],
  ['a(?!b)', '(?!'],
  ['(x(?<=a)|b)', '(?<='],
  ['((?<!a)b)', '(?<!'],
  ['(a)\\1', '\\1'],
  ['(?<one>a)\\k<one>', '\\k<one>'],
])('%s is rejected, naming the part that needs backtracking', (pattern, part) => {
  expect(compilePattern(pattern, 1_000)).toEqual({ problem: 'unbounded', part });
});

test.each(['[A-Z{2}', '(', 'a**', '\\', '\\y', '{2}', 'a{2,1}'])('%s isn’t a regular expression', (pattern) => {
  expect(compilePattern(pattern, 1_000)).toEqual({ problem: 'syntax' });
});

describe('a hostile pattern', () => {
  // A backtracking engine needs more than 2^28 steps for most of these. The test's timeout is its limit.
  test.each([
    ['(a+)+b', 'a'],
    ['(a|a)*b', 'a'],
    ['(a|a?)+b', 'a'],
    ['(.*)*(.*)*(.*)*b', 'a'],
    ['([a-z]+)*\\d', 'a'],
    ['(a?){50}a{50}b', 'a'],
    ['(((a*)*)*)*b', 'a'],
    ['(\\w+\\s?)*!', 'a '],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    ['(\\p{L}+\\p{M}*)+!', 'é'],
    ['\\s*\\s*\\s*\\s*\\s*!', ' '],
    ['([^@]+)*@', '😀'],
  ])('%s is matched with few steps', (pattern, repeated) => {
    expect(compiled(pattern).matches(repeated.repeat(Math.floor(1_000 / repeated.length)))).toBe(false);
  });

  test('of any form takes at most 500,000 steps, or is rejected', () => {
    const loop = fc.constantFrom('+', '*', '{0,9}', '{1,30}', '{2,}', '?');
    const hostile = fc
      .array(fc.tuple(loop, fc.constantFrom('', '|a', '|a?', '|\\w', '|', 'a?', '.*')), { minLength: 1, maxLength: 5 })
      .map((loops) => loops.reduce((inner, [sign, more]) => `(${inner}${more})${sign}`, 'a'))
      .map((repeated) => `${repeated}[b!]`);
    fc.assert(
      fc.property(hostile, fc.constantFrom(28, 300, 1_000), (pattern, length) => {
        const found = compilePattern(pattern, length);
        if ('problem' in found) return found.problem === 'too_long';
        expect(found.stepsPerCharacter * length).toBeLessThanOrEqual(500_000);
        return !found.matches('a'.repeat(length));
      }),
    );
  });

  test('is rejected before it is built if its counts multiply', () => {
    for (const pattern of ['((((a{9999}){9999}){9999}){9999}){9999}', '((?:){9999}){9999}', '(a{0,30}){0,20}b']) {
      expect(compilePattern(pattern, 1_000)).toEqual({ problem: 'too_long' });
    }
  });

  test('is allowed if values are short enough', () => {
    expect(compiled('(a{0,30}){0,20}b', 100).matches('a'.repeat(100))).toBe(false);
  });
});
