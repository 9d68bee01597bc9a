import type { Field } from '../../fieldSchema.ts';
import { computedOf, filterOf, isSortable, isSummable, isUnique } from '../../fieldTraits.ts';
import { isTemplate, namingSources } from '../../format/recordName.ts';
import { acceptsValue } from '../../checkValue.ts';
import { isMasked } from '../../resource.ts';
import { finding, type Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkSummedWhen } from './checkCounts.ts';
import { checkNames } from './checkNames.ts';
import { checkCharts } from './checkCharts.ts';
import { checkViews } from './checkViews.ts';
import { unsuitable, WITHOUT_WORDS } from './unsuitable.ts';

const NOT_EXPORTED = ['secret', 'file', 'image'];

export function checkList(subject: Subject): Finding[] {
  const { list = {} } = subject.declaration;
  const exported = Array.isArray(list.export) ? list.export : undefined;
  return [
    ...checkNames(subject, list.columns, ['list', 'columns']),
    ...checkNames(subject, list.expand, ['list', 'expand']),
    ...checkNames(subject, list.summary, ['list', 'summary']),
    ...checkNames(subject, exported, ['list', 'export']),
    ...checkSort(subject),
    ...checkTabs(subject),
    ...checkSummary(subject),
    ...checkViews(subject),
    ...checkCharts(subject),
    // It names the row.
    ...unsuitable(subject, (list.columns ?? []).slice(0, 1), ['group'], () => ['list', 'columns', 0]),
    ...unsuitable(subject, exported ?? [], NOT_EXPORTED, (at) => ['list', 'export', at]),
    ...checkRecordOnly(subject),
    ...checkRowClick(subject),
    ...checkDuplicate(subject),
    ...checkEdit(subject),
    ...checkBulkEdit(subject),
    ...checkRepresentation(subject),
  ];
}

/** Fields that every record has. */
export const ALWAYS_SORTABLE = ['id', 'created_at'];

function checkSort(subject: Subject): Finding[] {
  const source = subject.declaration.list?.sort?.field;
  if (source === undefined || ALWAYS_SORTABLE.includes(source)) return [];
  const path = ['list', 'sort', 'field'];
  const field = subject.fields.get(source);
  if (!field) return subject.undeclared(source, path);
  return isSortable(field) ? [] : [finding('R102', path, { source })];
}

function checkTabs(subject: Subject): Finding[] {
  const source = subject.declaration.list?.tabs;
  if (source === undefined) return [];
  const path = ['list', 'tabs'];
  const field = subject.fields.get(source);
  if (!field) return subject.undeclared(source, path);
  if (field.type !== 'enum') return [finding('R103', path, { source, type: field.type })];
  return filterOf(field) === undefined ? [finding('R147', path, { source })] : [];
}

const SUMMED: readonly Field['type'][] = ['integer', 'decimal', 'money'];

function checkSummary(subject: Subject): Finding[] {
  const { declaration, fields } = subject;
  return (declaration.list?.summary ?? []).flatMap((source, at) => {
    const field = fields.get(source);
    if (!field) return [];
    const { type } = field;
    const path = ['list', 'summary', at];
    const isUnknown = computedOf(field) !== undefined && declaration.storage !== 'table';
    if (!SUMMED.includes(type) || isUnknown) return [finding('R104', path, { source, type })];
    return isSummable(field) ? checkSummedWhen(subject, field, path) : [finding('R170', path, { source, type })];
  });
}

/**
 * Values that only single records have can be neither a column nor searched. Stored values are available in lists too.
 */
function checkRecordOnly({ declaration }: Subject): Finding[] {
  const { fields, list = {}, storage } = declaration;
  const only = fields.flatMap((field, at) => (field.recordOnly === true ? [{ field, path: ['fields', at] }] : []));
  if (storage === 'table') {
    return only.map(({ field: { source }, path }) =>
      finding('R175', [...path, 'recordOnly'], { source }, { at: 'key' }),
    );
  }
  const sources = new Set(only.map(({ field }) => field.source));
  const named = (['columns', 'expand', 'summary', 'export'] as const).flatMap((key) => {
    const listed = list[key];
    if (!Array.isArray(listed)) return [];
    return listed.flatMap((source, at) =>
      sources.has(source) ? [finding('R174', ['list', key, at], { source })] : [],
    );
  });
  const used = only.flatMap(({ field, path }) =>
    (['filter', 'search', 'sortable'] as const)
      .filter((key) => key in field)
      .map((key) => finding('R174', [...path, key], { source: field.source }, { at: 'key' })),
  );
  return [...named, ...used];
}

function checkRowClick({ declaration, operations, isSound }: Subject): Finding[] {
  const { rowClick, expand } = declaration.list ?? {};
  const path = ['list', 'rowClick'];
  if (rowClick === 'expand') return expand || !isSound('list') ? [] : [finding('R126', path, {})];
  if ((rowClick !== 'edit' && rowClick !== 'show') || operations.includes(rowClick) || !isSound('operations'))
    return [];
  return [finding('R125', path, { click: rowClick, operation: rowClick })];
}

/** R410: the original is read like a record, and the copy is saved like any new one. */
function checkDuplicate({ declaration, operations, isSound }: Subject): Finding[] {
  if (declaration.list?.duplicate !== true || !isSound('operations')) return [];
  const missing = (['create', 'show'] as const).filter((operation) => !operations.includes(operation));
  return missing.map((operation) => finding('R410', ['list', 'duplicate'], { key: 'duplicate', operation }));
}

/** Types whose inputs don't fit into a cell, or whose values lists don't have. */
const NOT_IN_CELLS: readonly Field['type'][] = ['secret', 'file', 'image', 'children', 'group', 'json'];

/** R410, R424 to R426: fields that are edited in their cells. */
function checkEdit(subject: Subject): Finding[] {
  const { declaration, operations, isSound } = subject;
  const { edit, columns, rowClick } = declaration.list ?? {};
  if (edit === undefined) return [];
  const path = ['list', 'edit'];
  const isMissing = isSound('operations') && !operations.includes('edit');
  const opens = rowClick !== 'none' && (operations.includes('show') || rowClick === 'edit');
  return [
    ...checkNames(subject, edit, path),
    ...(isMissing ? [finding('R410', path, { key: 'edit', operation: 'edit' })] : []),
    ...edit.flatMap((source, at) => {
      const field = subject.fields.get(source);
      if (!field) return [];
      const { type } = field;
      const place = [...path, at];
      if (NOT_IN_CELLS.includes(type) || isMasked(field) || !acceptsValue(field, 'edit'))
        return [finding('R424', place, { source, type })];
      if (columns?.includes(source) === false) return [finding('R425', place, { source })];
      return columns?.[0] === source && opens ? [finding('R426', place, { source })] : [];
    }),
  ];
}

/** Types whose values belong to one record. Amounts are never changed in bulk. */
const NOT_SHARED: readonly Field['type'][] = ['money', 'secret', 'file', 'image', 'children', 'group', 'json'];

/** R410, R411: fields that are changed in several records at once, each by the record's own call. */
function checkBulkEdit(subject: Subject): Finding[] {
  const { declaration, operations, isSound } = subject;
  const sources = declaration.list?.bulkEdit;
  if (sources === undefined) return [];
  const path = ['list', 'bulkEdit'];
  const isMissing = isSound('operations') && !operations.includes('edit');
  return [
    ...checkNames(subject, sources, path),
    ...(isMissing ? [finding('R410', path, { key: 'bulkEdit', operation: 'edit' })] : []),
    ...sources.flatMap((source, at) => {
      const field = subject.fields.get(source);
      if (!field) return [];
      const { type } = field;
      const isOwn = NOT_SHARED.includes(type) || isUnique(field) || isMasked(field);
      return isOwn || !acceptsValue(field, 'edit') ? [finding('R411', [...path, at], { source, type })] : [];
    }),
  ];
}

/** Types whose values mean the same in every language and currency. */
const IN_NAMES: readonly string[] = ['text', 'integer', 'date', 'reference'];

function checkRepresentation(subject: Subject): Finding[] {
  const { recordRepresentation: source } = subject.declaration;
  if (source === undefined || source === 'id') return [];
  if (isTemplate(source)) {
    return namingSources(source).flatMap((named) => {
      const type = subject.fields.get(named)?.type;
      if (type === undefined) return subject.undeclared(named, ['recordRepresentation']);
      return IN_NAMES.includes(type) ? [] : [finding('R256', ['recordRepresentation'], { source: named, type })];
    });
  }
  if (!subject.fields.has(source)) return subject.undeclared(source, ['recordRepresentation']);
  return unsuitable(subject, [source], WITHOUT_WORDS, () => ['recordRepresentation']);
}
