import { describe, expect, it } from 'vitest';
import { declarationSchema } from '#shared/declaration/declarationSchema.ts';
import { toResource } from '#shared/declaration/resource.ts';
import { abilitiesOf } from '#console/resource/abilities.ts';
import { supplierDeclaration } from '#tests/support/supplierForm.ts';

const resourceOf = (more: object = {}) =>
  toResource(declarationSchema.parse({ ...supplierDeclaration, fields: [...supplierDeclaration.fields], ...more }));

describe('what a user may do', () => {
  it('is what both the resource has and the permissions grant', () => {
    const readOnly = resourceOf({ operations: ['list', 'show'] });
    expect(abilitiesOf(readOnly, ['suppliers.show', 'suppliers.create'])).toMatchObject({
      ...{ canShow: true, canCreate: false, canEdit: false },
    });
    expect(abilitiesOf(resourceOf(), ['suppliers.create', 'suppliers.edit'])).toMatchObject({
      ...{ canShow: false, canCreate: true, canEdit: true, canDelete: false, canReveal: false },
    });
  });

  it('is to change and delete what the conditions of the declaration hold for', () => {
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

  it('is to export only where there is something to export', () => {
    const permissions = ['suppliers.export'];
    expect(abilitiesOf(resourceOf(), permissions).canExport).toBe(true);
    expect(abilitiesOf(resourceOf({ list: { export: false } }), permissions).canExport).toBe(false);
  });

  it('is to do an action with the permission of that action', () => {
    const withAction = resourceOf({ actions: [{ key: 'disable' }] });
    const can = (permissions: string[]) => withAction.actions.map(abilitiesOf(withAction, permissions).can);
    expect(can(['suppliers.disable'])).toEqual([true]);
    expect(can(['suppliers.edit'])).toEqual([false]);
  });
});
