import { operandsOf } from '../../computed.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { NUMERIC, type Subject } from '../Subject.ts';

/** A value is made of numbers that are stored: others may not be known yet when it is made. */
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
