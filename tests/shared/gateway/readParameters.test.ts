import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParameters } from '#shared/gateway/readParameters.ts';

const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '');
const pairs = fc.uniqueArray(fc.tuple(name, fc.string({ unit: 'binary' })), { selector: ([one]) => one, minLength: 1 });

function parametersOf(text: string) {
  const read = readParameters(text);
  return 'problem' in read ? read : read.parameters;
}

describe('the parameters of a call', () => {
  it.each([
    ['a form', 'amount=100&note=a+b%26c&empty='],
    ['a URL', 'https://gateway.example/collect?amount=100&note=a%20b%26c&empty='],
    ['one per line', 'amount=100\r\nnote=a+b%26c\nempty=\n'],
    ['JSON', '{ "amount": 100, "note": "a b&c", "empty": null }'],
  ])('are read from %s', (_what, text) => {
    expect(parametersOf(text)).toEqual([
      ['amount', '100'],
      ['note', 'a b&c'],
      ['empty', ''],
    ]);
  });

  it('are those that a browser or a server has encoded as a form', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        expect(parametersOf(new URLSearchParams(given).toString())).toEqual(given);
      }),
    );
  });

  it('are those that were encoded as JSON', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const fields = given.map(([one, value]) => `${JSON.stringify(one)}: ${JSON.stringify(value)}`);
        expect(parametersOf(`{${fields.join(', ')}}`)).toEqual(given);
      }),
    );
  });

  it('keep the notation of JSON numbers', () => {
    expect(parametersOf('{"a": 1.10, "b": 12345678901234567890, "c": 1e2, "d": true}')).toEqual([
      ['a', '1.10'],
      ['b', '12345678901234567890'],
      ['c', '1e2'],
      ['d', 'true'],
    ]);
  });

  it.each([
    ['  ', { problem: 'empty' }],
    ['amount', { problem: 'no_value', name: 'amount' }],
    ['=1', { problem: 'no_value', name: '=1' }],
    ['rate=5%', { problem: 'encoding' }],
    ['{"a": "\\ud800"}', { problem: 'encoding' }],
    ['a=1&b=2&a=3', { problem: 'twice', name: 'a' }],
    ['{"a": 1, "a": 2}', { problem: 'twice', name: 'a' }],
    ['{"a": 1,\n "b": }', { problem: 'json', line: 2 }],
    ['["a"]', { problem: 'no_object' }],
    ['"a"', { problem: 'no_object' }],
    ['{"a": {"b": 1}}', { problem: 'nested', name: 'a' }],
    ['{"a": 1, "b": []}', { problem: 'nested', name: 'b' }],
  ])('can’t be read from %j', (text, problem) => {
    expect(parametersOf(text)).toEqual(problem);
  });
});
