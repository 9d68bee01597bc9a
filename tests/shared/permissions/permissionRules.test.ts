import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutDependents, withRequired } from '#shared/permissions/permissionRules.ts';
import { requirementsOf } from '#shared/permissions/requirementsOf.ts';

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

describe('the requirements of a permission', () => {
  const resource = {
    name: 'orders',
    actions: [
      action('close', 'row'),
      action('close_all', 'bulk'),
      action('import', 'list'),
      action('mail', 'list', 'edit'),
    ],
  };
  const needs = (name: string, isGrantable = (_key: string) => true) => requirementsOf(resource, name, isGrantable);

  it('are the list for operations on it, and also the record for operations on one', () => {
    expect(needs('list')).toEqual([]);
    for (const name of ['show', 'create', 'export', 'close_all', 'import'])
      expect(needs(name)).toEqual(['orders.list']);
    for (const name of ['edit', 'delete', 'reveal', 'close', 'see_margin']) {
      expect(needs(name)).toEqual(['orders.list', 'orders.show']);
    }
  });

  it('are limited to permissions that can be granted', () => {
    expect(needs('edit', (key) => key === 'orders.list')).toEqual(['orders.list']);
  });
});

function action(key: string, scope: 'row' | 'bulk' | 'list', permission = key) {
  return { scope, permission: `orders.${permission}` };
}
