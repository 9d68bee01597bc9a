import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutDependents, withRequired } from '#shared/permissions/permissionRules.ts';

const RULES = new Map([
  ['orders.list', []],
  ['orders.show', ['orders.list']],
  ['orders.export', ['orders.list']],
  ['orders.edit', ['orders.list', 'orders.show']],
]);
const someKeys = fc.uniqueArray(fc.constantFrom(...RULES.keys(), 'home.show'));
const isWhole = (keys: ReadonlySet<string>) =>
  [...keys].every((key) => RULES.get(key)?.every((one) => keys.has(one)) ?? true);

describe('permissions', () => {
  it('include those that they require, and nothing else', () => {
    expect(withRequired(['orders.edit', 'home.show'], RULES)).toEqual(
      new Set(['orders.edit', 'orders.list', 'orders.show', 'home.show']),
    );
    fc.assert(fc.property(someKeys, (keys) => isWhole(withRequired(keys, RULES))));
  });

  it('are removed with those that they require', () => {
    const all = withRequired([...RULES.keys(), 'home.show'], RULES);
    expect(withoutDependents(all, new Set(['orders.list']), RULES)).toEqual(new Set(['home.show']));
    fc.assert(
      fc.property(someKeys, someKeys, (keys, gone) => {
        const left = withoutDependents(withRequired(keys, RULES), new Set(gone), RULES);
        return isWhole(left) && gone.every((key) => !left.has(key));
      }),
    );
  });
});
