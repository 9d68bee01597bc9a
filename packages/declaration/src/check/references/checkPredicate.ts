import { dependsOnOthers } from '../../computed.ts';
import { isDay, isInstant } from '../../dayAndInstant.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import {
  type Comparison,
  comparedKind,
  leavesOf,
  type Operand,
  ORDERS,
  type Predicate,
  readComparison,
} from '../../predicate.ts';
import { permissionsIn } from '../../predicateScope.ts';
import { isCalledWord, readWord, WORDS } from '../../predicateWords.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { choiceFinding } from './checkFieldRules.ts';
import { checkOwnPermission } from './checkOwnPermission.ts';

/**
 * What a condition may depend on besides the record. `record`: nothing, because it also decides about sums and cached
 * rows. `time`: also the time. `user`: also the user and the time. `rows`: also the user's own records, because only the database decides it.
 */
export type Reach = 'record' | 'time' | 'user' | 'rows';

type Fields = Pick<Subject, 'fields' | 'undeclared'>;

/** The fields of a predicate must be declared and able to have the values that they are compared with. */
export function checkPredicate(
  subject: Fields & Partial<Pick<Subject, 'declaration'>>,
  predicate: Predicate,
  path: Path,
  reach: Reach = 'record',
): Finding[] {
  const { declaration } = subject;
  return [
    ...permissionsIn(predicate, path).flatMap(({ permission, path: place }) => {
      if (reach === 'record' || reach === 'time' || !declaration)
        return [finding('R241', place, { word: 'permission' }, { at: 'key' })];
      return checkOwnPermission({ declaration }, permission, place);
    }),
    ...comparisonsOf(predicate, path).flatMap(({ comparison, path: place }) => {
      const field = subject.fields.get(comparison.field);
      if (field && dependsOnOthers(field, [...subject.fields.values()]))
        return [finding('R323', [...place, 'field'], { source: field.source })];
      if (field?.type === 'children') return [finding('R342', [...place, 'field'], { source: field.source })];
      return field
        ? checkComparison(subject, field, { comparison, path: place, reach })
        : subject.undeclared(comparison.field, [...place, 'field']);
    }),
  ];
}

/** The comparisons in a predicate, each with its path. */
export function comparisonsOf(predicate: Predicate, path: Path): { comparison: Comparison; path: Path }[] {
  return leavesOf(predicate, path).flatMap(({ leaf, path: place }) =>
    'permission' in leaf ? [] : [{ comparison: leaf, path: place }],
  );
}

const ORDERED: readonly FieldType[] = ['text', 'longtext', 'integer', 'decimal', 'money', 'rate', 'date', 'datetime'];
const TEXTS: readonly FieldType[] = ['text', 'longtext'];

interface Compared {
  comparison: Comparison;
  path: Path;
  reach: Reach;
}

function checkComparison(subject: Fields, field: Field, { comparison, path, reach }: Compared): Finding[] {
  const { source, type } = field;
  const { operator, operands } = readComparison(comparison);
  if (ORDERS.includes(operator) && !ORDERED.includes(type))
    return [finding('R110', [...path, operator], { source, type, operator }, { at: 'key' })];
  if (operator === 'contains' && !TEXTS.includes(type))
    return [finding('R240', [...path, operator], { source, type }, { at: 'key' })];
  const isList = 'in' in comparison && Array.isArray(comparison.in);
  return operands.flatMap((operand, at) => {
    const place = isList ? [...path, operator, at] : [...path, operator];
    if (operand === null) return [];
    if (typeof operand === 'object') return checkOther(subject, field, operand.field, [...place, 'field']);
    if (isCalledWord(operand)) return checkWord(field, operand, place, { reach, isSet: operator === 'in' && !isList });
    if (operator === 'in' && !isList) return [finding('R014', place, { expected: 'list', received: 'text' })];
    return checkCompared(field, operand, place);
  });
}

/** The other field must have values of the same kind; amounts must have the same currency. */
function checkOther({ fields, undeclared }: Fields, field: Field, source: string, path: Path): Finding[] {
  const other = fields.get(source);
  if (!other) return undeclared(source, path);
  const masked = [field, other].find((one) => one.type === 'text' && one.mask !== undefined);
  if (masked) return [finding('R148', path, { source: masked.source })];
  const kind = comparedKind(field);
  if (kind === 'any' || kind !== comparedKind(other) || (field.type === 'money') !== (other.type === 'money'))
    return [finding('R242', path, { source: field.source, type: field.type, other: `${source} (${other.type})` })];
  const isAmount = field.type === 'money' && other.type === 'money';
  return isAmount && field.currency !== other.currency
    ? [finding('R243', path, { source: field.source, other: source })]
    : [];
}

/** A word must exist, be known where the condition is decided, and stand for a value that the field can have. */
function checkWord(
  field: Field,
  text: string,
  path: Path,
  { reach, isSet }: { reach: Reach; isSet: boolean },
): Finding[] {
  const word = readWord(text);
  const options = [...WORDS, '$user.team_members.team_id'];
  if (!word) {
    return [finding('R244', path, { word: text, options: options.join(', ') }, { suggestion: nearest(text, WORDS) })];
  }
  const isKnown =
    reach === 'rows' ||
    (reach === 'user' && word.kind !== 'own') ||
    (reach === 'time' && (word.kind === 'now' || word.kind === 'today'));
  if (!isKnown) return [finding('R241', path, { word: text })];
  if (isSet !== (word.kind === 'own')) return [finding('R245', path, { word: text })];
  const fits = word.kind === 'own' ? comparedKind(field) !== 'any' : STANDS_FOR[word.kind].includes(field.type);
  const meant = { today: '$now', now: '$today', user: undefined, own: undefined }[word.kind];
  const isTime = field.type === 'date' || field.type === 'datetime';
  return fits
    ? []
    : [
        finding(
          'R242',
          path,
          { source: field.source, type: field.type, other: text },
          { suggestion: isTime ? meant : undefined },
        ),
      ];
}

const STANDS_FOR: Record<'user' | 'today' | 'now', readonly FieldType[]> = {
  user: ['reference', 'text'],
  today: ['date'],
  now: ['datetime'],
};

/** The constants and other values that a field is compared with. */
export function valuesOf(comparison: Comparison): readonly Operand[] {
  return readComparison(comparison).operands;
}

/** Whole numbers may be written as digits, like amounts. */
const isWhole = (value: unknown) => /^-?\d{1,19}$/.test(String(value)) && typeof value !== 'boolean';
/** Not a fraction as a JSON number, because it could have been rounded. */
const isDecimal = (value: unknown) =>
  isWhole(value) || (typeof value === 'string' && /^-?\d{1,18}\.\d{1,9}$/.test(value));
const isText = (value: unknown) => typeof value === 'string';

/** Values that a field of each type can equal. For a secret, only its presence is known. */
const FITS: Record<FieldType, { kind: string; test(value: unknown): boolean }> = {
  text: { kind: 'text', test: isText },
  longtext: { kind: 'text', test: isText },
  integer: { kind: 'integer', test: isWhole },
  decimal: { kind: 'decimal', test: isDecimal },
  money: { kind: 'integer', test: isWhole },
  rate: { kind: 'integer', test: isWhole },
  enum: { kind: 'text', test: isText },
  boolean: { kind: 'boolean', test: (value) => typeof value === 'boolean' },
  date: { kind: 'day', test: isDay },
  datetime: { kind: 'instant', test: isInstant },
  reference: { kind: 'text', test: (value) => isText(value) || typeof value === 'number' },
  secret: { kind: 'boolean', test: (value) => typeof value === 'boolean' },
  file: { kind: 'null', test: () => false },
  image: { kind: 'null', test: () => false },
  json: { kind: 'null', test: () => false },
  references: { kind: 'null', test: () => false },
  texts: { kind: 'null', test: () => false },
  group: { kind: 'null', test: () => false },
  children: { kind: 'null', test: () => false },
};

function checkCompared(field: Field, value: unknown, path: Path): Finding[] {
  const { source, type } = field;
  // The browser has the mask and the server the value, so their results would differ.
  if (type === 'text' && field.mask !== undefined) return [finding('R148', path, { source })];
  const { kind, test } = FITS[type];
  if (!test(value)) return [finding('R108', path, { source, expected: kind, value: JSON.stringify(value) })];
  const isChoice = field.type !== 'enum' || field.choices.some(({ id }) => id === value);
  return isChoice || field.type !== 'enum' ? [] : [choiceFinding(field, String(value), path)];
}
