import type { ActionDeclaration } from '../../actionSchema.ts';
import { sequenceOf } from '../../defaults.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { partsOfSet } from '../../setValues.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import { NUMERIC, type Subject } from '../Subject.ts';
import { checkWritten } from './checkFieldRules.ts';
import { checkPlaceholder } from './checkPlaceholder.ts';

/** Values that an action writes to fields of its record. */
export function checkSetValues(subject: Subject, action: ActionDeclaration, path: Path): Finding[] {
  const { set = {}, scope } = action;
  // A list has no record.
  if (action.set && scope === 'list') return [finding('R373', [...path, 'set'], {}, { at: 'key' })];
  return Object.entries(set).flatMap(([source, value]) => {
    const place = [...path, 'set', source];
    const field = subject.fields.get(source);
    if (!field) return subject.undeclared(source, place).map((one): Finding => ({ ...one, at: 'key' }));
    const { how, given } = partsOfSet(value);
    const at = how === 'set' ? place : [...place, how];
    if (how === 'add' && !NUMERIC.includes(field.type))
      return [finding('R360', at, { source, type: field.type }, { at: 'key' })];
    const isBounded = how !== 'add';
    return checkGiven(subject, action, { field: isBounded ? field : withoutBounds(field), given, path: at });
  });
}

/**
 * A value given for a field of the action's record, or of a new one.
 * @param subject the resource of the action, whose record placeholders name
 */
export function checkGiven(
  subject: Subject,
  action: ActionDeclaration,
  { field, given, path }: { field: Field; given: unknown; path: Path },
): Finding[] {
  const { source } = field;
  if (computedOf(field)) return [finding('R137', path, { source }, { at: 'key' })];
  if (sequenceOf(field)) return [finding('R312', path, { source }, { at: 'key' })];
  const isPlaceholder = typeof given === 'string' && given.startsWith('$');
  return isPlaceholder
    ? checkPlaceholder(subject, action, { field, placeholder: given, path })
    : checkWritten(field, given, path);
}

/** What is added may be less than what the field accepts. */
function withoutBounds(field: Field): Field {
  const free = { min: undefined, max: undefined, required: true } as const;
  switch (field.type) {
    case 'integer':
      return { ...field, ...free };
    case 'rate':
      return { ...field, ...free };
    case 'decimal':
      return { ...field, ...free };
    case 'money':
      return { ...field, ...free };
    default:
      return field;
  }
}
