import type { Action } from './action.ts';
import { operandsOf, otherResourceOf } from './computedParts.ts';
import type { Field } from './fieldSchema.ts';
import { computedOf, isSortable, seePermission, writePermission } from './fieldTraits.ts';
import { permissionKey } from '@merchant-console/protocol';
import { fieldsOf, type Predicate } from './predicate.ts';
import { withoutSources } from './format/recordName.ts';
import type { Sort } from './recordList.ts';
import { defaultRepresentation, type Resource } from './resource.ts';
import type { FieldGroup } from './recordPage.ts';

/**
 * Returns a resource as users with these permissions see it. Console and server both decide by this function: in the
 * returned resource, hidden fields are treated like undeclared ones for lists, filters, sorts, searches, sums, display,
 * writes, exports and references.
 *
 * A field is hidden if its own permission is missing, or if it has or is computed from records that the user may not see. So is each field that would reveal a hidden one: a field
 * computed from it, one that appears only for some of its values or that it replaces, or an amount in the currency that
 * it names.
 */
export function visibleTo(permissions: ReadonlySet<string>, resource: Resource): Resource {
  const { name, list, form, show } = resource;
  const hidden = hiddenSources(name, resource.fields, permissions);
  const mayWrite = (field: Field) => isGranted(name, writePermission(field), permissions);
  const forUser = (field: Field) => (mayWrite(field) ? field : fixed(field));
  const actions = resource.actions.map((action) => visibleAction(name, action, permissions, hidden));
  const isUnchanged =
    hidden.size === 0 &&
    resource.fields.every(mayWrite) &&
    actions.every((action, at) => action === resource.actions[at]);
  if (isUnchanged) return resource;

  const isVisible = ({ source }: Field) => !hidden.has(source);
  const fields = resource.fields.filter(isVisible).map(forUser);
  return {
    ...resource,
    fields,
    actions,
    records: { see: resource.records.see, write: decidable(resource.records.write, hidden) },
    rules: resource.rules.filter(
      ({ at, when, must }) => !hidden.has(at) && [when, must].every((one) => decidable(one, hidden) === one),
    ),
    when: { edit: decidable(resource.when.edit, hidden), delete: decidable(resource.when.delete, hidden) },
    recordRepresentation: withoutSources(resource.recordRepresentation, hidden) ?? defaultRepresentation(fields),
    list: {
      ...list,
      columns: list.columns.filter(isVisible),
      filters: list.filters.filter(isVisible),
      search: list.search.filter(isVisible),
      sort: list.sort && hidden.has(list.sort.field) ? visibleSort(fields) : list.sort,
      tabs: list.tabs && isVisible(list.tabs) ? list.tabs : null,
      summary: list.summary.filter(isVisible),
      expand: list.expand.filter(isVisible),
      edit: list.edit.filter(isVisible).map(forUser),
      bulkEdit: list.bulkEdit.filter(isVisible).map(forUser),
      export: list.export.filter(isVisible),
    },
    form: { ...form, groups: visibleGroups(form.groups, isVisible, forUser) },
    show: {
      ...show,
      groups: visibleGroups(show.groups, isVisible),
      reasons: show.reasons.filter(isVisible),
      // Without its condition, it would show an event that didn't happen.
      moments: show.moments
        .filter(({ field, when }) => isVisible(field) && decidable(when, hidden) === when)
        .map((moment) => ({ ...moment, by: moment.by && isVisible(moment.by) ? moment.by : null })),
      alerts: show.alerts.filter(({ when }) => decidable(when, hidden) === when),
    },
  };
}

/**
 * Sources of the hidden fields. Transitive: a field that reveals a hidden field is hidden, and so on.
 *
 * @param others sources of hidden fields that these fields may refer to
 */
function hiddenSources(
  name: string,
  fields: readonly Field[],
  permissions: ReadonlySet<string>,
  others: readonly string[] = [],
): ReadonlySet<string> {
  const own = fields.flatMap((field) => {
    const other = field.type === 'children' ? field.reference : otherResourceOf(field, fields);
    const maySee = other === null || ['list', 'show'].some((one) => permissions.has(permissionKey(other, one)));
    return maySee && isGranted(name, seePermission(field), permissions) ? [] : [field.source];
  });
  const hidden = new Set([...own, ...others]);
  if (hidden.size === 0) return hidden;
  for (let before = -1; before < hidden.size;) {
    before = hidden.size;
    for (const field of fields)
      if (sourcesRevealedBy(field).some((source) => hidden.has(source))) hidden.add(field.source);
  }
  return hidden;
}

const fixedFields = new WeakMap<Field, Field>();

/** The field for users who may see but not write it. The same object each time. */
function fixed(field: Field): Field {
  const found = fixedFields.get(field) ?? { ...field, readOnly: true };
  fixedFields.set(field, found);
  return found;
}

function isGranted(name: string, permission: string | undefined, permissions: ReadonlySet<string>): boolean {
  return permission === undefined || permissions.has(permissionKey(name, permission));
}

/** The fields that a field reveals something about. */
function sourcesRevealedBy(field: Field): string[] {
  const computed = computedOf(field);
  const currency = field.type === 'money' && field.currency !== undefined ? [field.currency] : [];
  const conditions = [field.when, field.required, field.readOnly].flatMap((one) =>
    typeof one === 'object' ? fieldsOf(one) : [],
  );
  const instead = field.type === 'reference' && field.instead !== undefined ? [field.instead] : [];
  const used = [...(computed ? operandsOf(computed) : []), ...conditions].map(({ source }) => source);
  return [...used, ...currency, ...instead];
}

/** Drops a condition on hidden fields. The server still enforces it. */
function decidable(when: Predicate | null, hidden: ReadonlySet<string>): Predicate | null {
  return when && fieldsOf(when).some(({ source }) => hidden.has(source)) ? null : when;
}

function visibleAction(
  name: string,
  action: Action,
  permissions: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): Action {
  // A field of the form stands before the record's field with the same source.
  const ofRecord = [...hidden].filter((source) => !action.form.some((field) => field.source === source));
  const hiddenInForm = hiddenSources(name, action.form, permissions, ofRecord);
  const form = action.form.filter(
    (field) => !hiddenInForm.has(field.source) && isGranted(name, writePermission(field), permissions),
  );
  const when = decidable(action.when, hidden);
  if (form.length === action.form.length && when === action.when) return action;
  return { ...action, when, form };
}

function visibleGroups<G extends FieldGroup>(
  groups: readonly G[],
  isVisible: (field: Field) => boolean,
  forUser = (field: Field) => field,
): G[] {
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter(isVisible).map(forUser) }))
    .filter(({ fields }) => fields.length > 0);
}

/**
 * Replaces a sort by a hidden field with the first sortable field, newest first if it is a time. Null if there is none.
 */
function visibleSort(fields: readonly Field[]): Sort | null {
  const field = fields.find(isSortable);
  if (!field) return null;
  return { field: field.source, order: field.type === 'date' || field.type === 'datetime' ? 'DESC' : 'ASC' };
}
