import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Action } from '#shared/declaration/action.ts';
import { permissionKey, REVEAL, type Operation } from '#shared/declaration/permissions.ts';
import { holds } from '#shared/declaration/predicate.ts';
import type { ConditionalOperation, Resource } from '#shared/declaration/resource.ts';

/**
 * Permissions of the signed-in user on the records of a resource. False if the resource doesn't support the operation.
 */
export interface Abilities {
  canShow: boolean;
  canCreate: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canExport: boolean;
  /** True if the user may read masked values in full. */
  canReveal: boolean;
  /** True if the user may edit this record in its current state. */
  canEditRecord(record: IdentifiedRecord): boolean;
  canDeleteRecord(record: IdentifiedRecord): boolean;
  can(action: Action): boolean;
}

/** @param permissions keys such as `orders.show` that the user has on the resource's page */
export function abilitiesOf(resource: Resource, permissions: readonly string[]): Abilities {
  const { name, operations } = resource;
  const isGranted = (key: string) => permissions.includes(permissionKey(name, key));
  const may = (operation: Operation) => operations.includes(operation) && isGranted(operation);
  const permits = (operation: ConditionalOperation, record: IdentifiedRecord) => {
    const when = resource.when[operation];
    return may(operation) && (when === null || holds(when, record));
  };
  return {
    canShow: may('show'),
    canCreate: may('create'),
    canEdit: may('edit'),
    canDelete: may('delete'),
    canExport: may('export') && resource.list.export.length > 0,
    canReveal: isGranted(REVEAL),
    canEditRecord: (record) => permits('edit', record),
    canDeleteRecord: (record) => permits('delete', record),
    can: ({ permission }) => isGranted(permission),
  };
}
