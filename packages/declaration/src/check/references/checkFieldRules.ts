import { checkValue, LONGEST_TEXT, MAX_INT4 } from '../../checkValue.ts';
import { constantDefault } from '../../newDefaults.ts';
import type { Field, FieldOf } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { decimalUnits, MAX_SCALE } from '../../decimal.ts';
import { compilePattern } from '../../pattern.ts';
import { isCalledWord } from '../../predicateWords.ts';
import { MAX_AMOUNT } from '../../money/amount.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { repeated } from './repeated.ts';

/** Contradictions within one field, regardless of the others. */
export function checkFieldRules(field: Field, path: Path): Finding[] {
  const bounds = [...checkPattern(field, path), ...checkRange(field, path), ...checkLimits(field, path)];
  // If no value can pass the rules, no default can.
  const fallback = bounds.length > 0 ? [] : checkDefault(field, path);
  return [
    ...bounds,
    ...fallback,
    ...checkChoices(field, path),
    ...checkMediaTypes(field, path),
    ...checkUse(field, path),
  ];
}

/** A value in the file must pass the rules of its field. */
export function checkWritten(field: Field, value: unknown, path: Path): Finding[] {
  const problem = checkValue(field, value);
  if (!problem) return [];
  if (field.type === 'enum' && typeof value === 'string') return [choiceFinding(field, value, path)];
  return [finding('R111', path, { ...problem.args, reason: problem.key })];
}

/** R109: the finding for a value that isn't one of the choices. */
export function choiceFinding({ choices }: Extract<Field, { type: 'enum' }>, value: string, path: Path): Finding {
  const options = choices.map(({ id }) => id);
  return finding('R109', path, { value, options: options.join(', ') }, { suggestion: nearest(value, options) });
}

function checkPattern(field: Field, path: Path): Finding[] {
  if (field.type !== 'text' || field.pattern === undefined) return [];
  const longest = field.maxLength ?? LONGEST_TEXT;
  const compiled = compilePattern(field.pattern, longest);
  if (!('problem' in compiled)) return [];
  const at = [...path, 'pattern'];
  switch (compiled.problem) {
    case 'syntax':
      return [finding('R113', at, { pattern: field.pattern })];
    case 'unbounded':
      return [finding('R183', at, { part: compiled.part })];
    case 'too_long':
      return [finding('R184', at, { longest })];
  }
}

const RANGES = [
  ['min', 'max'],
  ['minLength', 'maxLength'],
] as const;

function checkRange(field: Field, path: Path): Finding[] {
  return RANGES.flatMap(([low, high]) => {
    const [from, to] = [valueOf(field, low), valueOf(field, high)];
    return from !== undefined && to !== undefined && isMore(from, to)
      ? [finding('R112', [...path, low], { low: String(from), high: String(to) })]
      : [];
  });
}

type Bound = string | number;

function valueOf(field: Field, key: (typeof RANGES)[number][number]): Bound | undefined {
  const value: unknown = Reflect.get(field, key);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Amounts and decimal numbers are texts. Days compare as text. */
function isMore(a: Bound, b: Bound): boolean {
  const [one, other] = [a, b].map((bound) => (typeof bound === 'string' ? decimalUnits(bound, MAX_SCALE) : null));
  return typeof one === 'bigint' && typeof other === 'bigint' ? one > other : a > b;
}

/** A limit must not exceed what its column can store. */
function checkLimits(field: Field, path: Path): Finding[] {
  if (field.type === 'decimal') return checkDecimalLimits(field, path);
  const most = field.type === 'money' ? MAX_AMOUNT : BigInt(MAX_INT4);
  if (field.type !== 'money' && field.type !== 'integer' && field.type !== 'rate') return [];
  return (['min', 'max'] as const).flatMap((key) => {
    const bound = field[key];
    const isWithin = bound === undefined || (BigInt(bound) <= most && BigInt(bound) >= -most);
    return isWithin ? [] : [finding('R152', [...path, key], { max: most.toString() })];
  });
}

function checkDecimalLimits({ scale, min, max }: FieldOf<'decimal'>, path: Path): Finding[] {
  return Object.entries({ min, max }).flatMap(([key, bound]) => {
    return bound === undefined ? [] : checkWritten({ source: key, type: 'decimal', scale }, bound, [...path, key]);
  });
}

function checkDefault(field: Field, path: Path): Finding[] {
  const value = constantDefault(field);
  // Unknown words are reported as such.
  const isMeantAsWord = isCalledWord(value) && field.type !== 'text' && field.type !== 'longtext';
  return value === undefined || isMeantAsWord
    ? []
    : checkWritten({ ...field, required: false }, value, [...path, 'default']);
}

function checkChoices(field: Field, path: Path): Finding[] {
  if (field.type !== 'enum') return [];
  const ids = field.choices.map(({ id }) => id);
  return repeated(ids).map((at) => finding('R116', [...path, 'choices', at, 'id'], { id: ids[at] ?? '' }));
}

function checkMediaTypes(field: Field, path: Path): Finding[] {
  if (field.type !== 'file' || !field.accept) return [];
  return field.accept.flatMap((type, at) =>
    /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/.test(type) ? [] : [finding('R144', [...path, 'accept', at], { value: type })],
  );
}

/** Keys without meaning for a computed value, because it isn't stored. */
const NOT_COMPUTED = ['required', 'unique', 'default', 'writeOnce', 'search', 'mask'];
/** Keys without meaning for an encrypted value, because it can't be compared. */
const NOT_MASKED = ['unique', 'default', 'sortable', 'search', 'filter'];

function checkUse(field: Field, path: Path): Finding[] {
  const said = (keys: readonly string[]) =>
    keys.filter((key) => {
      const value: unknown = Reflect.get(field, key);
      return value !== undefined && value !== false;
    });
  const computed = computedOf(field) === undefined ? [] : said(NOT_COMPUTED);
  const masked = field.type === 'text' && field.mask !== undefined ? said(NOT_MASKED) : [];
  const isUnmasked = field.type === 'text' && field.payPassword === true && field.mask === undefined;
  const isFixed = field.readOnly === true && field.writeOnce === true;
  return [
    ...computed.map((key) => finding('R121', [...path, key], { key }, { at: 'key' })),
    ...masked.map((key) => finding('R122', [...path, key], { key }, { at: 'key' })),
    ...(isUnmasked
      ? [finding('R158', [...path, 'payPassword'], { key: 'payPassword', needed: 'mask' }, { at: 'key' })]
      : []),
    ...(isFixed ? [finding('R123', [...path, 'writeOnce'], { source: field.source }, { at: 'key' })] : []),
  ];
}
