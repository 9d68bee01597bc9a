import type { RolePermissions } from '#shared/contract/roles.ts';
import { permissionTree, type TreeWords } from '#console/features/roles/permissionTree.ts';

const group = (resource: string, names: readonly string[]) => ({
  resource,
  label: `${resource}!`,
  permissions: names.map((name) => ({
    key: `${resource}.${name}`,
    label: null,
    needs: name === 'list' ? [] : name === 'edit' ? [`${resource}.list`, `${resource}.show`] : [`${resource}.list`],
  })),
});

const page = (component_path: string | null, children: RolePermissions['menu'] = []) => ({
  id: component_path ?? 'group',
  url_name: 'x',
  component_path,
  title: `menu ${component_path}`,
  index: 1,
  is_hidden: 0 as const,
  children,
});

const NAMES = ['list', 'show', 'edit', 'export'];

/** A small menu: a single page, an entry with two resources and a form, and a resource that isn't in the menu. */
export const granting: Pick<RolePermissions, 'groups' | 'menu' | 'opened_by' | 'granted'> = {
  groups: [
    { resource: 'home', label: null, permissions: [{ key: 'home.show', label: null, needs: [] }] },
    group('orders', NAMES),
    group('payouts', NAMES),
    group('files', ['list']),
  ],
  menu: [page('dashboard'), page(null, [page('orders'), page('payouts'), page('pay'), page('orders')])],
  opened_by: { dashboard: 'home.show', pay: 'payouts.edit' },
  granted: ['orders.list', 'old.list'],
};

export const words: TreeWords = {
  label: String,
  permission: ({ key }) => key,
  resource: (name) => name,
  opens: (pages) => `opens ${pages.join()}`,
  other: 'Other',
  lapsed: 'Gone',
};

export const sampleTree = permissionTree(granting, words);
export const sampleRules = new Map(
  granting.groups.flatMap(({ permissions }) => permissions.map((one) => [one.key, one.needs] as const)),
);
