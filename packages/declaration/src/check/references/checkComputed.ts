import { operandsOf } from '../../computedParts.ts';
import type { Computed } from '../../computedSchema.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { isMasked } from '../../resource.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { NUMERIC, type Subject } from '../Subject.ts';
import { checkPredicate } from './checkPredicate.ts';

/** The fields of a computed value, and what lists do with it. */
export function checkComputed(subject: Subject, field: Field, path: Path): Finding[] {
  const computed = computedOf(field);
  if (!computed) return [];
  const operands = operandsOf(computed).flatMap(({ source, path: inner }): Finding[] => {
    const place = [...path, 'computed', ...inner];
    const operand = subject.fields.get(source);
    // Conditions report undeclared fields themselves.
    if (!operand) return 'holds' in computed ? [] : subject.undeclared(source, place);
    if (isCircular(subject, source, field.source)) return [finding('R320', place, { source: field.source })];
    return checkOperand(computed, operand, place);
  });
  if ('from' in computed && !/^\w+\.\w+$/.test(computed.from))
    return [finding('R315', [...path, 'computed', 'from'], { value: computed.from })];
  const condition = 'holds' in computed ? checkPredicate(subject, computed.holds, [...path, 'computed', 'holds']) : [];
  const found = [...operands, ...condition];
  return [
    ...found,
    ...(found.length > 0 ? [] : checkResult(subject, field, computed, path)),
    ...checkCompared(subject, field, path),
  ];
}

/** True if the value of `source` depends on that of `target`. */
function isCircular(
  { fields }: Pick<Subject, 'fields'>,
  source: string,
  target: string,
  seen: readonly string[] = [],
): boolean {
  if (source === target) return true;
  const field = fields.get(source);
  const computed = field && computedOf(field);
  if (!computed || seen.includes(source)) return false;
  return operandsOf(computed).some((used) => isCircular({ fields }, used.source, target, [...seen, source]));
}

const TEXTS: readonly FieldType[] = ['text', 'integer', 'enum'];

function checkOperand(computed: Computed, operand: Field, path: Path): Finding[] {
  const { source, type } = operand;
  if ('holds' in computed) {
    if (computedOf(operand)) return [finding('R106', path, { source })];
    return type === 'secret' || isMasked(operand) ? [finding('R247', path, { source })] : [];
  }
  if ('text' in computed) {
    const isReadable = TEXTS.includes(type) && !isMasked(operand);
    return isReadable ? [] : [finding('R321', path, { source, type, needed: TEXTS.join(', ') })];
  }
  if ('from' in computed) return type === 'reference' ? [] : [finding('R303', path, { source, type })];
  if (!NUMERIC.includes(type)) return [finding('R105', path, { source, type })];
  const isRate = 'share' in computed && path.at(-1) === 1;
  return isRate && type !== 'rate' ? [finding('R321', path, { source, type, needed: 'rate' })] : [];
}

/** A result must be a value of the field's type. */
function checkResult({ fields }: Subject, field: Field, computed: Computed, path: Path): Finding[] {
  const types = operandsOf(computed).flatMap(({ source }) => fields.get(source)?.type ?? []);
  const place = [...path, 'computed'];
  const [operation = ''] = Object.keys(computed);
  const wrong = [finding('R322', place, { operation, type: field.type })];
  const isNumber = NUMERIC.includes(field.type);
  if ('holds' in computed) return field.type === 'boolean' ? [] : wrong;
  if ('text' in computed) return field.type === 'text' ? [] : wrong;
  if ('from' in computed) return [];
  if (!isNumber) return wrong;
  if ('countOf' in computed) return field.type === 'integer' ? [] : wrong;
  if ('sumOf' in computed) return [];
  if ('ratio' in computed) return field.type === 'decimal' || field.type === 'money' ? wrong : [];
  const amounts = types.filter((type) => type === 'money').length;
  if ('product' in computed || 'share' in computed) {
    const isOneAmount = field.type === 'money' ? amounts === 1 : amounts === 0;
    return isOneAmount && field.type !== 'rate' ? [] : wrong;
  }
  return [];
}

/** Only this server's database knows computed values of all records. */
function checkCompared({ declaration }: Subject, field: Field, path: Path): Finding[] {
  if (declaration.storage === 'table' && path[0] === 'fields') return [];
  return (['sortable', 'filter'] as const).flatMap((key) => {
    const value: unknown = Reflect.get(field, key);
    return value === undefined || value === false ? [] : [finding('R121', [...path, key], { key }, { at: 'key' })];
  });
}
