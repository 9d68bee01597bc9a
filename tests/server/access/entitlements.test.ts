import { describe, expect, it } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { effectivePermissions } from '#server/access/rightsOf.ts';
import { entitlementsOf } from '#server/access/entitlements.ts';
import { suppliers } from '#tests/support/suppliers.ts';

const resource = toResource(declarationSchema.parse(suppliers));

describe('the entitlements of a tenant', () => {
  it('are all permissions of the declarations for its type, and of hand-written pages', () => {
    expect([...entitlementsOf([resource], 'merchant')].toSorted()).toEqual([
      'base_info.edit',
      'base_info.regenerate_key',
      'base_info.show',
      'batch_transfers.submit',
      'home.show',
      'menus.edit',
      'statements.export',
      'statements.show',
      'suppliers.create',
      'suppliers.delete',
      'suppliers.disable',
      'suppliers.edit',
      'suppliers.enable',
      'suppliers.export',
      'suppliers.list',
      'suppliers.reveal',
      'suppliers.see_margin',
      'suppliers.settle',
      'suppliers.show',
      'test_mode.call',
      'test_mode.use',
    ]);
    expect(entitlementsOf([resource], 'platform')).toEqual([
      'home.show',
      'menus.edit',
      'menus.problems',
      'declarations.edit',
      'base_info.show',
      'base_info.edit',
    ]);
  });

  it('are held completely by owners, and by others as far as granted', () => {
    const entitled = entitlementsOf([resource], 'merchant');
    expect([...effectivePermissions(entitled, { isOwner: true, granted: [] })]).toEqual(entitled);
    const granted = ['suppliers.list', 'suppliers.gone', 'merchants.edit'];
    expect([...effectivePermissions(entitled, { isOwner: false, granted })]).toEqual(['suppliers.list']);
  });
});
