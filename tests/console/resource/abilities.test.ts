import { describe, expect, it } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { abilitiesOf } from '../../../packages/ra-declared/src/ResourceView.ts';
import { supplierDeclaration } from '#tests/support/supplierForm.ts';

const resourceOf = (more: object = {}) =>
  toResource(declarationSchema.parse({ ...supplierDeclaration, fields: [...supplierDeclaration.fields], ...more }));

describe('the abilities of a user', () => {
  it('are what the resource has and the permissions grant', () => {
    const readOnly = resourceOf({ operations: ['list', 'show'] });
    expect(abilitiesOf(readOnly, ['suppliers.show', 'suppliers.create'])).toMatchObject({
      canShow: true,
      canCreate: false,
      canEdit: false,
    });
    expect(abilitiesOf(resourceOf(), ['suppliers.create', 'suppliers.edit'])).toMatchObject({
      canShow: false,
      canCreate: true,
      canEdit: true,
      canDelete: false,
      canReveal: false,
    });
  });

  it("include changing and deleting if the declaration's conditions hold", () => {
    const when = { edit: { field: 'status', eq: 'enabled' }, delete: { not: { field: 'status', eq: 'enabled' } } };
    const { canEditRecord, canDeleteRecord } = abilitiesOf(resourceOf({ when }), [
      'suppliers.edit',
      'suppliers.delete',
    ]);
    const both = (status: string) => [canEditRecord({ id: '1', status }), canDeleteRecord({ id: '1', status })];
    expect([both('enabled'), both('disabled')]).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(abilitiesOf(resourceOf({ when }), []).canEditRecord({ id: '1', status: 'enabled' })).toBe(false);
    expect(abilitiesOf(resourceOf(), ['suppliers.edit']).canEditRecord({ id: '1' })).toBe(true);
  });

  it('include exporting only if there is something to export', () => {
    const permissions = ['suppliers.export'];
    expect(abilitiesOf(resourceOf(), permissions).canExport).toBe(true);
    expect(abilitiesOf(resourceOf({ list: { export: false } }), permissions).canExport).toBe(false);
  });

  it('include an action with the permission of that action', () => {
    const withAction = resourceOf({ actions: [{ key: 'disable' }] });
    const can = (permissions: string[]) => withAction.actions.map(abilitiesOf(withAction, permissions).can);
    expect(can(['suppliers.disable'])).toEqual([true]);
    expect(can(['suppliers.edit'])).toEqual([false]);
  });
});
