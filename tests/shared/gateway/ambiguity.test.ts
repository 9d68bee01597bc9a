import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNED_NAMES } from '#shared/contract/gateway.ts';
import { ambiguityIn, type Parameter, signatureBase } from '#shared/gateway/signatureBase.ts';

const NAMES = ['amount', 'branch_name', 'bank_name', 'nonce', 'payee_name', 'remark'];

/** Texts full of what separates parameters. */
const value = fc
  .array(fc.constantFrom('&', '=', 'x', 'key', ...NAMES), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));
const call = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name, minLength: 1 })
  .map((parameters): Parameter[] => parameters.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** All ways to read a text as parameters with known names. */
function readings(text: string): Parameter[][] {
  const all: Parameter[][] = [];
  const starts = [...text.matchAll(/(?:^|&)([^&=]*)=/g)].filter(([, name = '']) => SIGNED_NAMES.has(name));
  for (let choice = 0; choice < 2 ** (starts.length - 1); choice += 1) {
    const taken = starts.filter((_, place) => place === 0 || choice & (1 << (place - 1)));
    all.push(
      taken.map((start, place): Parameter => {
        const end = taken[place + 1]?.index ?? text.length;
        return [start[1] ?? '', text.slice(start.index + start[0].length, end)];
      }),
    );
  }
  return all;
}

describe('a text to sign', () => {
  it('can be read in one way only, if none of its values is ambiguous', () => {
    let accepted = 0;
    fc.assert(
      fc.property(call, (parameters) => {
        const others = readings(signatureBase(parameters)).filter((read) => !ambiguityIn(read, SIGNED_NAMES));
        const isAmbiguous = ambiguityIn(parameters, SIGNED_NAMES) !== undefined;
        if (!isAmbiguous) accepted += 1;
        expect(others).toHaveLength(1);
        if (!isAmbiguous) expect(others[0]).toEqual(parameters);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it.each([
    ['R&D=5', undefined],
    ['&Amount=5', undefined],
    ['amount=5', undefined],
    ['a&amount', undefined],
    ['a&amount =5', undefined],
    ['https://shop.example/?amount=1&x=2', undefined],
    ['https://shop.example/?x=2&amount=1', '&amount='],
    ['&&key=', '&key='],
  ])('with the value %s has this in it: %s', (text, found) => {
    expect(ambiguityIn([['remark', text]], SIGNED_NAMES)?.text).toBe(found);
  });
});
