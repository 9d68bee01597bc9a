import type { Identifier } from 'react-admin';
import type { Action } from '#shared/declaration/action.ts';
import { holds } from '#shared/declaration/predicate.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';

type Acting = Pick<ResourceView, 'resource' | 'can'>;

/** Whether an action can be done with a record as it is. */
export function fits({ when }: Action, record: IdentifiedRecord): boolean {
  return when === null || holds(when, record);
}

/** The actions of one record. */
export function rowActions(view: Acting, record: IdentifiedRecord): Action[] {
  return permitted(view, 'row').filter((action) => fits(action, record));
}

/** Those of them that the rows of lists have. */
export function listedRowActions(view: Acting, record: IdentifiedRecord): Action[] {
  return rowActions(view, record).filter(({ inList }) => inList);
}

/** Whether any record of the list may have actions at all. */
export function hasRowActions(view: Acting): boolean {
  return permitted(view, 'row').some(({ inList }) => inList);
}

/** The actions that can be done with at least one of the records chosen; of those not at hand that is not known. */
export function bulkActions(view: Acting, ids: readonly Identifier[], records: readonly IdentifiedRecord[]): Action[] {
  const known = new Map(records.map((record) => [record.id, record]));
  return permitted(view, 'bulk').filter((action) =>
    ids.some((id) => {
      const record = known.get(id);
      return record === undefined || fits(action, record);
    }),
  );
}

/** The actions of the list as a whole. */
export function listActions(view: Acting): Action[] {
  return permitted(view, 'list');
}

function permitted({ resource, can }: Acting, scope: Action['scope']): Action[] {
  return resource.actions.filter((action) => action.scope === scope && can(action));
}
