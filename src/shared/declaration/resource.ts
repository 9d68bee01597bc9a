import type { Label } from '../i18n/label.ts';
import type { Declaration } from './declarationSchema.ts';
import type { Field } from './fieldSchema.ts';

export interface FieldGroup {
  label?: Label;
  fields: Field[];
}

/** A declaration with every default filled in and every name resolved: the only form that console and server read. */
export interface Resource {
  name: string;
  /** Path below `/prod-api`. */
  endpoint: string;
  label: Label;
  icon: string | null;
  recordRepresentation: string;
  fields: Field[];
  list: {
    columns: Field[];
    filters: Field[];
    /** Sources that the one search box looks at. */
    search: string[];
    sort: { field: string; order: 'ASC' | 'DESC' };
    perPage: 10 | 20 | 30;
    tabs: Extract<Field, { type: 'enum' }> | null;
    summary: Field[];
  };
  show: { groups: FieldGroup[] };
}

/** A declaration names something that it does not declare. */
export class DeclarationReferenceError extends Error {
  constructor(resource: string, place: string, source: string) {
    super(`${resource}: ${place} names the field "${source}", which is not declared`);
    this.name = 'DeclarationReferenceError';
  }
}

/**
 * Fills in defaults and resolves field names.
 * @throws DeclarationReferenceError when a column, sort, group … names an undeclared field
 */
export function toResource(declaration: Declaration): Resource {
  const { name, fields, list = {}, show } = declaration;
  const bySource = new Map(fields.map((field) => [field.source, field]));
  const find = (place: string) => (source: string) => {
    const field = bySource.get(source);
    if (!field) throw new DeclarationReferenceError(name, place, source);
    return field;
  };
  const tabs = list.tabs === undefined ? null : find('list.tabs')(list.tabs);
  if (list.sort && list.sort.field !== 'created_at' && list.sort.field !== 'id') find('list.sort')(list.sort.field);
  return {
    name,
    endpoint: declaration.endpoint ?? name.replaceAll('_', '-'),
    label: declaration.label ?? `resources.${name}.name`,
    icon: declaration.icon ?? null,
    recordRepresentation: declaration.recordRepresentation ?? 'id',
    fields,
    list: {
      columns: list.columns?.map(find('list.columns')) ?? fields,
      filters: fields.filter((field) => field.filter !== undefined),
      search: fields.filter((field) => field.search).map((field) => field.source),
      sort: list.sort ?? { field: 'created_at', order: 'DESC' },
      perPage: list.perPage ?? 10,
      tabs: tabs?.type === 'enum' ? tabs : null,
      summary: list.summary?.map(find('list.summary')) ?? [],
    },
    show: {
      groups: show?.groups.map(({ label, fields: sources }) => ({
        ...(label === undefined ? {} : { label }),
        fields: sources.map(find('show.groups')),
      })) ?? [{ fields }],
    },
  };
}
