import type { Selectable } from 'kysely';
import { describe, expect, it } from 'vitest';
import { missingPages, type MenuOwner } from '#server/access/addMissingPages.ts';
import { MENU_TEMPLATES } from '#server/access/menuTemplates.ts';
import type { MenusTable } from '#server/db/schema.ts';

/** Numbers the new entries of a merchant `1`, `2`, … */
function newOwner(): MenuOwner {
  let made = 0;
  return { merchantId: 'm', type: 'merchant', at: new Date(0), newId: () => String((made += 1)) };
}

const whole = () => missingPages(newOwner(), []).rows;
const lacking = (isKept: (row: Selectable<MenusTable>) => boolean) => whole().filter(isKept);
/** The entries that would be added, as component paths or as the names of groups. */
const added = (present: Selectable<MenusTable>[]) =>
  missingPages(newOwner(), present).rows.map(({ component_path, url_name }) => component_path ?? url_name);

describe('the entries of the template that a menu lacks', () => {
  it('are all for a new tenant, numbered from 1 within each group, with the redirects of the groups', () => {
    const rows = whole();
    const groups = rows.filter(({ parent_id }) => parent_id === null);
    const template = MENU_TEMPLATES.merchant;
    expect(groups.map(({ url_name, position, redirect }) => [url_name, position, redirect])).toEqual(
      template.map(({ urlName, redirect }, index) => [urlName, index + 1, redirect]),
    );
    for (const [index, { id }] of groups.entries()) {
      const pages = rows.filter(({ parent_id }) => parent_id === id);
      expect(pages.map(({ url_name, position, is_hidden }) => [url_name, position, is_hidden])).toEqual(
        (template[index]?.pages ?? []).map(({ urlName, isHidden = false }, at) => [urlName, at + 1, isHidden]),
      );
    }
  });

  it('are none if all are there, wherever the tenant has moved them', () => {
    expect(added(whole())).toEqual([]);
    const moved = whole().map((row) => (row.component_path === 'dashboard' ? { ...row, url_name: 'start' } : row));
    expect(added(moved)).toEqual([]);
  });

  it('are a page outside the groups, or one page of a group', () => {
    expect(added(lacking(({ component_path }) => component_path !== 'dashboard'))).toEqual(['dashboard']);
    expect(added(lacking(({ component_path }) => component_path !== 'payouts'))).toEqual(['payouts']);
  });

  it('are a group with those of its pages that are not elsewhere, without a redirect to one that has moved', () => {
    const groupId = whole().find(({ url_name }) => url_name === 'access')?.id;
    const present = whole().flatMap((row) => {
      if (row.id === groupId) return [];
      if (row.component_path === 'roles') return [{ ...row, parent_id: null, url_name: 'team' }];
      return row.parent_id === groupId ? [] : [row];
    });
    const { rows } = missingPages(newOwner(), present);
    const [group, ...pages] = rows;
    expect(group).toMatchObject({ url_name: 'access', component_path: null, redirect: null });
    expect(pages.map(({ component_path }) => component_path)).toEqual([
      'rolePermissions',
      'menus',
      'editMenu',
      'users',
      'sessions',
      'audit_logs',
      'payment_rules',
    ]);
  });
});
