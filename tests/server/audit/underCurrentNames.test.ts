import { expect, it } from 'vitest';
import { underCurrentNames } from '#server/audit/underCurrentNames.ts';

interface Case {
  side: Record<string, unknown>;
  rename: Record<string, string>;
  shown: Record<string, unknown>;
}

it.each<Case>([
  { side: { a: 1, c: 2 }, rename: { a: 'b' }, shown: { b: 1, c: 2 } },
  { side: { b: 1 }, rename: { a: 'b' }, shown: { b: 1 } },
  { side: { a: 1, b: null }, rename: { a: 'b' }, shown: { b: 1 } },
  { side: { b: null, a: 1 }, rename: { a: 'b' }, shown: { b: 1 } },
  { side: { constructor: 1 }, rename: {}, shown: { constructor: 1 } },
])('values of $side are shown as $shown after $rename', ({ side, rename, shown }) => {
  expect(underCurrentNames(side, rename)).toEqual(shown);
});
