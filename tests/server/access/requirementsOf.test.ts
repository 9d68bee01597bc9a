import { describe, expect, it } from 'vitest';
import { requirementsOf } from '@merchant-console/declaration';

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
