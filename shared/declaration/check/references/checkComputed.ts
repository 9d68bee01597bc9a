import { operandsOf } from '../../computed.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { NUMERIC, type Subject } from '../Subject.ts';

/** A computed value may only use stored numbers. Others may not be known when it is computed. */
export function checkComputed(subject: Subject, field: Field, path: Path): Finding[] {
  const computed = computedOf(field);
  if (!computed) return [];
  return operandsOf(computed).flatMap(({ source, path: inner }) => {
    const place = [...path, 'computed', ...inner];
    const operand = subject.fields.get(source);
    if (!operand) return subject.undeclared(source, place);
    if (!NUMERIC.includes(operand.type)) return [finding('R105', place, { source, type: operand.type })];
    return computedOf(operand) ? [finding('R106', place, { source })] : [];
  });
}
