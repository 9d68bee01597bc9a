import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '@merchant-console/declaration';
import { BUILT_IN_NEEDS, BUILT_IN_PERMISSIONS, entitlementsOf } from '#server/access/entitlements.ts';
import { MENU_TEMPLATES } from '#server/access/menuTemplates.ts';
import { BUILT_IN_PAGE_NAMES, GUARDED_PAGES, permissionToOpen } from '#server/access/permissionToOpen.ts';
import { permissionSummary } from '#server/access/rightsOf.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import english from '../../../i18n/en.json' with { type: 'json' };

let resources: ReadonlyMap<string, Resource>;
beforeAll(async () => {
  resources = await loadResources('resources');
});

describe.each(['merchant', 'platform'] as const)('the initial menu of a %s', (type) => {
  const entries = MENU_TEMPLATES[type];
  const pages = entries.flatMap((entry) => [entry, ...entry.pages]);

  it('leads to existing pages, each of which its owner may open', () => {
    const entitled = entitlementsOf(resources.values(), type);
    for (const { componentPath } of pages.filter((page) => page.componentPath !== null)) {
      const name = componentPath ?? '';
      expect([...BUILT_IN_PAGE_NAMES, ...resources.keys()]).toContain(name);
      const permission = permissionToOpen(name, (resource) => resources.has(resource));
      if (permission !== null) expect(entitled).toContain(permission);
    }
  });

  it('has a title for each entry, an icon in the sidebar, and unique addresses', () => {
    const addresses = entries.flatMap(({ urlName, pages: below }) => [
      `/${urlName}`,
      ...below.map((page) => (page.urlName.startsWith('/') ? page.urlName : `/${urlName}/${page.urlName}`)),
    ]);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { title } of pages) expect(Object.keys(english.menu)).toContain(title.replace(/^menu\./, ''));
    const icons = resources.get('menus')?.fields.find(({ source }) => source === 'icon');
    const known = icons?.type === 'enum' ? icons.choices.map(({ id }) => id) : [];
    for (const { icon } of pages) if (icon !== null) expect(known).toContain(icon);
    expect(entries.map(({ icon }) => icon)).not.toContain(null);
    for (const { redirect } of entries) if (redirect !== null) expect(addresses).toContain(redirect);
  });

  it('hides pages in the sidebar that other pages link to', () => {
    const hidden = pages.filter(({ isHidden }) => isHidden).map(({ componentPath }) => componentPath);
    expect(hidden).toEqual(expect.arrayContaining(['rolePermissions', 'editMenu']));
  });
});

describe('a hand-written page', () => {
  it('is opened by a permission that some tenant has, or by every user', () => {
    const all = [...entitlementsOf(resources.values(), 'merchant'), ...entitlementsOf(resources.values(), 'platform')];
    for (const permission of Object.values(GUARDED_PAGES)) expect(all).toContain(permission);
    const open = BUILT_IN_PAGE_NAMES.filter((name) => !(name in GUARDED_PAGES));
    expect(open).toEqual(['loginPassword', 'payPassword', 'account']);
  });

  it('is opened by its own permission, a declared one by that of its list', () => {
    const opens = (name: string) => permissionToOpen(name, (resource) => resource === 'orders');
    expect(opens('withdraw')).toBe('withdrawals.create');
    expect(opens('rolePermissions')).toBe('roles.show');
    expect(opens('account')).toBeNull();
    expect(opens('orders')).toBe('orders.list');
    expect(opens('payouts')).toBeNull();
  });

  it('requires existing permissions', () => {
    const all = [...BUILT_IN_PERMISSIONS.merchant, ...BUILT_IN_PERMISSIONS.platform];
    for (const [key, needs] of Object.entries(BUILT_IN_NEEDS)) {
      expect(all).toEqual(expect.arrayContaining([key, ...needs]));
    }
  });
});

it('a message names the first five permissions', () => {
  expect(permissionSummary(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(permissionSummary(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d, e, …');
});
