import type { ActionDeclaration } from '../../actionSchema.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import { isMasked } from '../../resource.ts';
import { type Placeholder, readPlaceholder } from '../../setValues.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** Field types that accept the value of each word. */
const STANDS_FOR: Record<'now' | 'today' | 'user', readonly FieldType[]> = {
  now: ['date', 'datetime'],
  today: ['date'],
  user: ['text', 'longtext', 'reference'],
};

/** Types of the record's fields whose values belong to this record alone, or aren't known. */
const NOT_COPIED: readonly FieldType[] = ['secret', 'file', 'image'];

interface Placed {
  /** The field that gets the value. */
  field: Field;
  placeholder: string;
  path: Path;
}

/** A placeholder must exist, have a value where the action is executed, and fit the field that gets it. */
export function checkPlaceholder(
  subject: Subject,
  action: ActionDeclaration,
  { field, placeholder, path }: Placed,
): Finding[] {
  const { form = [], scope = 'row' } = action;
  const read = readPlaceholder(placeholder);
  const asked = read?.kind === 'form' ? form.find(({ source }) => source === read.source) : undefined;
  const isKnown = read && (read.kind !== 'form' || asked);
  if (!isKnown) {
    const ofRecord = scope === 'list' ? [] : ['$record.id'];
    const options = [
      '$now',
      '$today',
      ...(scope === 'scheduled' ? [] : ['$user']),
      ...ofRecord,
      ...form.map(({ source }) => `$form.${source}`),
    ];
    const suggestion = nearest(placeholder, options);
    return [finding('R134', path, { placeholder, options: options.join(', ') }, { suggestion })];
  }
  if (!hasValue(read, scope)) return [finding('R361', path, { placeholder })];
  const mismatch = finding('R138', path, { placeholder, source: field.source, type: field.type });
  if (read.kind === 'record') return checkOfRecord(subject, { field, placeholder, path }, read.source, mismatch);
  if (read.kind !== 'form') return STANDS_FOR[read.kind].includes(field.type) ? [] : [mismatch];
  return asked && kindOf(asked.type) !== kindOf(field.type) ? [mismatch] : [];
}

/** A list has no record, and nobody starts a scheduled action. */
function hasValue({ kind }: Placeholder, scope: NonNullable<ActionDeclaration['scope']>): boolean {
  return scope === 'scheduled' ? kind !== 'user' && kind !== 'form' : kind !== 'record' || scope !== 'list';
}

function checkOfRecord(
  { declaration, fields, undeclared }: Subject,
  { field, placeholder, path }: Placed,
  source: string,
  mismatch: Finding,
): Finding[] {
  if (source === 'id') {
    if (kindOf(field.type) !== 'text') return [mismatch];
    return field.type === 'reference' && field.reference !== declaration.name
      ? [finding('R363', path, { placeholder, source: field.source, reference: field.reference })]
      : [];
  }
  const given = fields.get(source);
  if (!given) return undeclared(source, path);
  if (NOT_COPIED.includes(given.type) || isMasked(given)) return [finding('R362', path, { source })];
  if (kindOf(given.type) !== kindOf(field.type)) return [mismatch];
  const isOther = 'reference' in field && 'reference' in given && field.reference !== given.reference;
  return isOther ? [finding('R363', path, { placeholder, source: field.source, reference: field.reference })] : [];
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
