import { hasMoreDecimals } from '../../money/currencies.ts';
import { defaultOf } from '../../defaults.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { componentTerms, type ComponentKind } from '../../keys.ts';
import { fieldsOf } from '../../predicate.ts';
import { RESERVED_SOURCES } from '../../resource.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkChildren } from './checkChildren.ts';
import { checkComputed } from './checkComputed.ts';
import { checkCounts } from './checkCounts.ts';
import { checkDefaults } from './checkDefaults.ts';
import { checkFieldRules } from './checkFieldRules.ts';
import { checkGroup } from './checkGroup.ts';
import { checkMarks } from './checkMarks.ts';
import { checkOwnPermission } from './checkOwnPermission.ts';
import { checkPredicate } from './checkPredicate.ts';
import { repeatedSources } from './repeated.ts';

/** Checks the fields of the record. */
export function checkFields(subject: Subject): Finding[] {
  const { declaration } = subject;
  return [
    ...repeatedSources(declaration.fields, ['fields']),
    ...declaration.fields.flatMap((field, at) => [
      ...checkField(subject, field, ['fields', at]),
      ...checkStored(subject, field, ['fields', at]),
      ...checkCurrencies(subject, field, ['fields', at]),
    ]),
  ];
}

/** Checks a field of a record or of an action's form. */
export function checkField(subject: Subject, field: Field, path: Path): Finding[] {
  return [
    ...checkFieldRules(field, path),
    ...checkDefaults(subject, field, path),
    ...checkComputed(subject, field, path),
    ...checkCurrency(subject, field, path),
    ...checkCounts(subject, field, path),
    ...checkLink(subject, field, path),
    ...checkInstead(subject, field, path),
    ...checkOnDelete(subject, field, path),
    ...checkReferencesFilter(subject, field, path),
    ...checkMarks(subject, field, path),
    ...checkChildren(subject, field, path),
    ...checkGroup(subject, field, path),
    ...checkComponents(subject, field, path),
    ...permissionsOfField(field, path).flatMap((one) => checkOwnPermission(subject, one.permission, one.path)),
    ...(field.when ? checkPredicate(subject, field.when, [...path, 'when']) : []),
    ...(field.when ? checkOwnCondition(field, path) : []),
    ...(['required', 'readOnly'] as const).flatMap((key) => {
      const condition = field[key];
      return typeof condition === 'object' ? checkPredicate(subject, condition, [...path, key], 'user') : [];
    }),
  ];
}

/** The permissions that a field names, with their paths. */
export function permissionsOfField({ permission }: Field, path: Path): { permission: string; path: Path }[] {
  const place = [...path, 'permission'];
  if (typeof permission !== 'object') return permission === undefined ? [] : [{ permission, path: place }];
  return Object.entries(permission).flatMap(([key, one]) =>
    one === undefined ? [] : [{ permission: one, path: [...place, key] }],
  );
}

/** The field with an amount's currency must hold a code, because list and form format the amount by it. */
function checkCurrency(subject: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'money' || field.currency === undefined) return [];
  const place = [...path, 'currency'];
  const holder = subject.fields.get(field.currency);
  if (!holder) return subject.undeclared(field.currency, place);
  const isCode = holder.type === 'text' || holder.type === 'enum';
  return isCode ? [] : [finding('R142', place, { source: holder.source, type: holder.type })];
}

/** Choices that are currencies of amounts must have at most 2 decimals, because no amount is shown with more. */
function checkCurrencies({ declaration }: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'enum') return [];
  const amounts = [...declaration.fields, ...(declaration.actions ?? []).flatMap(({ form = [] }) => form)];
  if (!amounts.some((amount) => amount.type === 'money' && amount.currency === field.source)) return [];
  return field.choices.flatMap(({ id }, at) =>
    hasMoreDecimals(id) ? [finding('R179', [...path, 'choices', at, 'id'], { currency: id })] : [],
  );
}

/** The fields that a link uses must be declared, and its keys must be possible values. */
function checkLink(subject: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'text' || !field.link) return [];
  const { by, to = {}, id = field.source } = field.link;
  const place = [...path, 'link'];
  const sources: [string, string][] = [
    ['by', by],
    ['id', id],
  ];
  const undeclared = sources.flatMap(([key, source]) =>
    subject.fields.has(source) ? [] : subject.undeclared(source, [...place, key]),
  );
  const namer = subject.fields.get(by);
  const choices = namer?.type === 'enum' ? namer.choices.map((choice) => choice.id) : null;
  const values = Object.keys(to).flatMap((value) =>
    !choices || choices.includes(value)
      ? []
      : [
          finding(
            'R109',
            [...place, 'to', value],
            { value, options: choices.join(', ') },
            { suggestion: nearest(value, choices) },
          ),
        ],
  );
  return [...undeclared, ...values];
}

/** The text that replaces an empty reference must be in lists, too. */
function checkInstead(subject: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'reference' || field.instead === undefined) return [];
  const place = [...path, 'instead'];
  const other = subject.fields.get(field.instead);
  if (!other) return subject.undeclared(field.instead, place);
  return other.recordOnly ? [finding('R174', place, { source: other.source })] : [];
}

/** Only the server's own deletions can have an effect on its own records, and users must be able to do it themselves. */
function checkOnDelete({ declaration, operations }: Subject, field: Field, path: Path): Finding[] {
  if ((field.type !== 'reference' && field.type !== 'references') || field.onDelete === undefined) return [];
  const place = [...path, 'onDelete'];
  if (declaration.storage !== 'table' || path[0] !== 'fields') return [finding('R193', place, {}, { at: 'key' })];
  if (field.onDelete === 'clear' && field.required === true)
    return [finding('R192', place, { source: field.source }, { suggestion: 'refuse' })];
  return field.onDelete === 'delete' && !operations.includes('delete')
    ? [finding('R194', place, {}, { suggestion: 'refuse' })]
    : [];
}

/** The other records are found by an index of this server. Another back end gets the IDs as its file says. */
function checkReferencesFilter({ declaration }: Subject, field: Field, path: Path): Finding[] {
  const isOurs = declaration.storage === 'table' || declaration.endpoints !== undefined;
  if (field.type !== 'references' || field.filter === undefined || isOurs) return [];
  return [finding('R246', [...path, 'filter'], { key: 'filter' }, { at: 'key' })];
}

/** A field that depends on itself could never appear again once hidden. */
function checkOwnCondition({ source, when }: Field, path: Path): Finding[] {
  return (when ? fieldsOf(when, [...path, 'when']) : []).flatMap((used) =>
    used.source === source ? [finding('R145', used.path, { source })] : [],
  );
}

/** The server's own timestamps, which may be declared to define how they are shown. */
const STORED_TIMES = ['created_at', 'updated_at'];

/** Declarations of fields that the server can't store. */
function checkStored({ declaration }: Subject, field: Field, path: Path): Finding[] {
  if (declaration.storage !== 'table') return [];
  const { source, required, readOnly } = field;
  const isTime = STORED_TIMES.includes(source);
  const isReserved = RESERVED_SOURCES.some((reserved) => reserved === source);
  const isGiven = defaultOf(field) !== undefined || computedOf(field) !== undefined;
  const isNeverFilled = required === true && readOnly === true && !isGiven && !isTime;
  return [
    ...(isTime && field.type !== 'datetime' ? [finding('R154', [...path, 'type'], { source })] : []),
    ...(isTime ? writingKeys(field).map((key) => finding('R260', [...path, key], { source, key }, { at: 'key' })) : []),
    ...(isReserved ? [finding('R118', [...path, 'source'], { source })] : []),
    ...(isNeverFilled ? [finding('R120', [...path, 'required'], { source }, { at: 'key' })] : []),
  ];
}

/** Keys about writing, which would be ignored, because the server sets the time. */
function writingKeys({ readOnly, ...field }: Field): string[] {
  const keys = (['required', 'writeOnce', 'when', 'recordOnly', 'input'] as const).filter(
    (key) => field[key] !== undefined,
  );
  return readOnly === undefined || readOnly === true ? keys : ['readOnly', ...keys];
}

/** A component may support only some field types, and would render nonsense for others. */
function checkComponents({ components }: Subject, { type, cell, input }: Field, path: Path): Finding[] {
  const unfit = (kind: ComponentKind, key: string | undefined, place: string): Finding[] => {
    const types = key === undefined ? null : componentTerms(components, kind, key);
    if (key === undefined || !types || types.includes(type)) return [];
    return [finding('R155', [...path, place], { key, type, types: types.join(', ') })];
  };
  return [...unfit('field', cell, 'cell'), ...unfit('input', input, 'input')];
}
