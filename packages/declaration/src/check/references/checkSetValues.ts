import type { ActionDeclaration } from '../../actionSchema.ts';
import { sequenceOf } from '../../defaults.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkWritten } from './checkFieldRules.ts';

/** Values that an action writes to fields. */
export function checkSetValues(subject: Subject, { set = {}, form = [] }: ActionDeclaration, path: Path): Finding[] {
  return Object.entries(set).flatMap(([source, value]) => {
    const place = [...path, 'set', source];
    const field = subject.fields.get(source);
    if (!field) return subject.undeclared(source, place).map((one): Finding => ({ ...one, at: 'key' }));
    if (computedOf(field)) return [finding('R137', place, { source }, { at: 'key' })];
    if (sequenceOf(field)) return [finding('R312', place, { source }, { at: 'key' })];
    const isPlaceholder = typeof value === 'string' && value.startsWith('$');
    return isPlaceholder ? checkPlaceholder(field, value, form, place) : checkWritten(field, value, place);
  });
}

/** Field types that accept each placeholder's value. */
const STANDS_FOR: Record<string, readonly FieldType[]> = {
  $now: ['date', 'datetime'],
  $user: ['text', 'longtext', 'reference'],
};

function checkPlaceholder(field: Field, placeholder: string, form: readonly Field[], path: Path): Finding[] {
  const options = [...Object.keys(STANDS_FOR), ...form.map(({ source }) => `$form.${source}`)];
  if (!options.includes(placeholder)) {
    const suggestion = nearest(placeholder, options);
    return [finding('R134', path, { placeholder, options: options.join(', ') }, { suggestion })];
  }
  const given = form.find(({ source }) => placeholder === `$form.${source}`);
  const { source, type } = field;
  const fits = given ? kindOf(given.type) === kindOf(type) : STANDS_FOR[placeholder]?.includes(type);
  return fits ? [] : [finding('R138', path, { placeholder, source, type })];
}

/** Types between which values can be copied. Whether a value fits is checked at run time. */
const KINDS: readonly FieldType[][] = [
  ['text', 'longtext', 'enum', 'reference', 'secret'],
  ['integer', 'rate'],
  ['file', 'image'],
];

function kindOf(type: FieldType): string {
  return KINDS.find((kind) => kind.includes(type))?.[0] ?? type;
}
