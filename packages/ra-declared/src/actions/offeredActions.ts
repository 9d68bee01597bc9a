import type { Identifier } from 'react-admin';
import type { Action } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';

type Permitted = Pick<ResourceView, 'resource' | 'can'>;
type Acting = Permitted & Pick<ResourceView, 'allows'>;

/** True if the user may write a record, and the action applies to its current state. */
export function isApplicable({ resource, allows }: Acting, { when }: Action, record: IdentifiedRecord): boolean {
  return allows(resource.records.write, record) && allows(when, record);
}

/** Actions that the user may do with one record. */
export function rowActions(view: Acting, record: IdentifiedRecord): Action[] {
  return permitted(view, 'row').filter((action) => isApplicable(view, action, record));
}

/** Row actions that lists offer. */
export function listedRowActions(view: Acting, record: IdentifiedRecord): Action[] {
  return rowActions(view, record).filter(({ inList }) => inList);
}

/** True if any record of the list may have actions. */
export function hasRowActions(view: Permitted): boolean {
  return permitted(view, 'row').some(({ inList }) => inList);
}

/** Actions that fit at least one of the selected records. Records that aren't loaded count as fitting. */
export function bulkActions(view: Acting, ids: readonly Identifier[], records: readonly IdentifiedRecord[]): Action[] {
  const known = new Map(records.map((record) => [record.id, record]));
  return permitted(view, 'bulk').filter((action) =>
    ids.some((id) => {
      const record = known.get(id);
      return record === undefined || isApplicable(view, action, record);
    }),
  );
}

/** Actions of the list as a whole. */
export function listActions(view: Acting): Action[] {
  return permitted(view, 'list');
}

function permitted({ resource, can }: Permitted, scope: Action['scope']): Action[] {
  return resource.actions.filter((action) => action.scope === scope && can(action));
}
