import type { Field } from '../../fieldSchema.ts';
import { dependsOnOthers } from '../../computed.ts';
import { filterOf, isSearched, isSortable } from '../../fieldTraits.ts';
import type { OwnIndexes } from '../CheckEnvironment.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/**
 * R160, R162 and R163: a filter, search or sort without an index scans all records of the tenant, unless the file declares
 * that this is intended. Not checked for records of other back ends.
 */
export function checkScans(member: Member, { environment, named }: DeclarationSet): Finding[] {
  const { declaration } = member.subject;
  const { name, storage, endpoints, fields } = declaration;
  const own = storage === 'table' ? undefined : environment.indexes?.[name];
  const isKeptHere = storage === 'table' || (own !== undefined && named(name) === member);
  if (!isKeptHere || endpoints) return [];
  const ofFields = fields.flatMap((field, at): Finding[] => {
    const path = ['fields', at];
    const scans = [...scansOf(field, path, fields), ...(own ? unindexedOf(field, own, path) : [])];
    if (!('scan' in field && field.scan === true)) return scans;
    return scans.length > 0 ? [] : [finding('R163', [...path, 'scan'], { source: field.source }, { at: 'key' })];
  });
  return [...ofFields, ...(own ? checkOrder(declaration, own) : [])];
}

/** Scans that no index of ours could avoid, wherever the records are stored. */
function scansOf(field: Field, path: Path, fields: readonly Field[]): Finding[] {
  const isContained = filterOf(field) === 'contains';
  const keys = dependsOnOthers(field, fields)
    ? [...(filterOf(field) ? ['filter'] : []), ...(isSortable(field) ? ['sortable'] : [])]
    : [];
  return [
    ...(isContained ? [finding('R160', [...path, 'filter'], { source: field.source })] : []),
    ...keys.map((key) => finding('R162', [...path, key], { source: field.source, key }, { at: 'key' })),
  ];
}

/** Filters, searches and sorts without a matching index. Tables of stored records have an index for each of these. */
function unindexedOf(field: Field, { order = [], value = [], search = [] }: OwnIndexes, path: Path): Finding[] {
  const { source } = field;
  const way = filterOf(field);
  const unindexed = [
    ...(way !== undefined && way !== 'contains' && ![...order, ...value].includes(source) ? ['filter'] : []),
    ...(isSearched(field) && !search.includes(source) ? ['search'] : []),
    ...(isSortable(field) && !order.includes(source) ? ['sortable'] : []),
  ];
  return unindexed.map((key) => finding('R162', [...path, key], { source, key }, { at: 'key' }));
}

/** A list may be sorted by `created_at` even if it isn't a field. */
function checkOrder({ fields, list }: Member['subject']['declaration'], { order = [] }: OwnIndexes): Finding[] {
  const source = list?.sort?.field;
  const isField = fields.some((field) => field.source === source);
  if (source !== 'created_at' || order.includes(source) || isField) return [];
  return [finding('R162', ['list', 'sort', 'field'], { source, key: 'sort' })];
}
