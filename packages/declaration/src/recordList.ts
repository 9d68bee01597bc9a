import type { Operation } from '@merchant-console/protocol';
import type { ChartDeclaration } from './chartSchema.ts';
import type { Declaration } from './declarationSchema.ts';
import type { Field, FieldOf } from './fieldSchema.ts';
import { filterOf, isListed, isSearched } from './fieldTraits.ts';
import type { ViewDeclaration } from './listViews.ts';

export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

type RowClick = 'show' | 'edit' | 'expand' | 'none';

/** The list of a resource. */
export interface RecordList {
  columns: Field[];
  filters: Field[];
  /** Fields that the search box covers. */
  search: Field[];
  /** Null for no particular order. */
  sort: Sort | null;
  perPage: 10 | 20 | 30;
  tabs: FieldOf<'enum'> | null;
  summary: Field[];
  rowClick: RowClick;
  expand: Field[];
  /** True if users can begin a new record with the values of another. */
  duplicate: boolean;
  /** Fields that users can edit in their cells. */
  edit: Field[];
  /** Fields that users can change in several records at once. */
  bulkEdit: Field[];
  /** Other ways of showing the records than a table, as declared; see `viewsOf`. */
  views: ViewDeclaration[];
  /** Charts above the list, as declared; see `chartsOf`. */
  charts: ChartDeclaration[];
  /** Fields that an export may contain. Empty if the resource has no export. */
  export: Field[];
}

/** Finds a field by its source, for a place of the declaration. */
export type Find = (place: string) => (source: string) => Field;

/** Fills in the defaults of a list. `find` throws for an undeclared field. */
export function toRecordList(
  declaration: Declaration,
  fields: readonly Field[],
  operations: readonly Operation[],
  find: Find,
): RecordList {
  const { list = {} } = declaration;
  const {
    sort = defaultSort(declaration),
    perPage = 10,
    summary = [],
    expand = [],
    views = [],
    charts = [],
    edit = [],
    bulkEdit = [],
  } = list;
  const listable = listableFields(fields);
  const tabs = list.tabs === undefined ? null : find('list.tabs')(list.tabs);
  if (sort && sort.field !== 'created_at' && sort.field !== 'id') find('list.sort')(sort.field);
  return {
    columns: list.columns?.map(find('list.columns')) ?? listable.filter(isListed),
    filters: fields.filter((field) => filterOf(field) !== undefined),
    search: fields.filter(isSearched),
    sort,
    perPage,
    tabs: tabs?.type === 'enum' ? tabs : null,
    summary: summary.map(find('list.summary')),
    rowClick: list.rowClick ?? (operations.includes('show') ? 'show' : 'none'),
    expand: expand.map(find('list.expand')),
    duplicate: list.duplicate ?? false,
    edit: edit.map(find('list.edit')),
    bulkEdit: bulkEdit.map(find('list.bulkEdit')),
    views,
    charts,
    export: exported(operations, list.export, listable).map((field) => find('list.export')(field)),
  };
}

function defaultSort({ storage, tree, order }: Declaration): Sort | null {
  if (order !== undefined && tree === undefined) return { field: order, order: 'ASC' };
  return storage === 'table' ? { field: 'created_at', order: 'DESC' } : null;
}

/**
 * Fields that lists and exports can have: neither those of single records only, nor auxiliary ones, nor an ID that only
 * links to another record.
 */
export function listableFields(fields: readonly Field[]): Field[] {
  const ids = new Set(fields.flatMap((field) => (field.type === 'text' && field.link?.id) || []));
  return fields.filter(({ source, recordOnly, auxiliary }) => !recordOnly && !auxiliary && !ids.has(source));
}

function exported(operations: readonly Operation[], wanted: boolean | string[] | undefined, fields: Field[]): string[] {
  if (wanted === false || !operations.includes('export')) return [];
  if (Array.isArray(wanted)) return wanted;
  return fields
    .filter(({ type }) => type !== 'secret' && type !== 'file' && type !== 'image')
    .map(({ source }) => source);
}
