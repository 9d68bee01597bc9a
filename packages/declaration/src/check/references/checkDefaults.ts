import { defaultOf, isDerived, sequenceOf } from '../../defaults.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import { takenFrom } from '../../newDefaults.ts';
import { isCalledWord, readWord, type Word, WORDS } from '../../predicateWords.ts';
import { DATE_PARTS, numberIn, readSequence, seriesOf } from '../../sequence.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkWritten } from './checkFieldRules.ts';

/** Checks a default that isn't a constant. */
export function checkDefaults(subject: Subject, field: Field, path: Path): Finding[] {
  const place = [...path, 'default'];
  const value = defaultOf(field);
  if (typeof value === 'string') return checkWord(field, value, place);
  if (!isDerived(value)) return [];
  // Values of an action's form aren't stored.
  if (path[0] !== 'fields') return [finding('R306', place, { key: Object.keys(value)[0] ?? '' })];
  return 'from' in value ? checkFrom(subject, field, value.from, place) : checkSequence(subject, field, path);
}

/** Types of fields that can have each word as their default. */
const STANDS_FOR: Record<Word['kind'], readonly FieldType[]> = {
  user: ['reference'],
  today: ['date'],
  now: ['datetime'],
  own: [],
};

function checkWord(field: Field, text: string, path: Path): Finding[] {
  const { source, type } = field;
  const isTime = type === 'date' || type === 'datetime';
  const word = isCalledWord(text) ? readWord(text) : null;
  if (type === 'reference' && !isCalledWord(text))
    return [finding('R302', path, { source, type, other: text }, { suggestion: '$user' })];
  if (isCalledWord(text) && !word && (isTime || type === 'reference')) {
    return [finding('R301', path, { word: text, options: WORDS.join(', ') }, { suggestion: nearest(text, WORDS) })];
  }
  if (!word) return [];
  const isUser = field.type === 'reference' && word.kind === 'user';
  if (STANDS_FOR[word.kind].includes(type) && (!isUser || field.reference === 'users')) return [];
  const suggestion = type === 'date' ? '$today' : type === 'datetime' ? '$now' : undefined;
  return [finding('R302', path, { source, type, other: text }, { suggestion })];
}

function checkFrom({ fields, undeclared }: Subject, field: Field, from: string, path: Path): Finding[] {
  const { reference } = takenFrom(field) ?? { reference: '' };
  const place = [...path, 'from'];
  if (!/^\w+\.\w+$/.test(from)) return [finding('R315', place, { value: from })];
  const giver = fields.get(reference);
  if (!giver) return undeclared(reference, place);
  if (giver.type !== 'reference') return [finding('R303', place, { source: reference, type: giver.type })];
  const isInCircle = (source: string, seen: readonly string[]): boolean => {
    const other = fields.get(source);
    const next = other && takenFrom(other)?.reference;
    return next !== undefined && (next === field.source || (!seen.includes(next) && isInCircle(next, [...seen, next])));
  };
  const isCircle = reference === field.source || isInCircle(reference, [reference]);
  return isCircle ? [finding('R304', place, { source: field.source })] : [];
}

function checkSequence({ declaration }: Subject, field: Field, path: Path): Finding[] {
  const { pattern } = sequenceOf(field) ?? { pattern: '' };
  const place = [...path, 'default', 'sequence'];
  if (field.type !== 'text') return [finding('R305', [...path, 'type'], { source: field.source, type: field.type })];
  if (declaration.storage !== 'table') return [finding('R306', [...path, 'default'], { key: 'sequence' })];
  if (field.required !== undefined && field.required !== false)
    return [finding('R307', [...path, 'required'], { source: field.source }, { at: 'key' })];
  const read = readSequence(pattern);
  if ('problem' in read) {
    switch (read.problem) {
      case 'unknown': {
        const options = [...DATE_PARTS, '{0000}'];
        const suggestion = nearest(read.part, DATE_PARTS);
        return [finding('R308', place, { part: read.part, options: options.join(', ') }, { suggestion })];
      }
      case 'no_digits':
        return [finding('R309', place, { pattern }, { suggestion: `${pattern}{0000}` })];
      case 'two_counters':
        return [finding('R310', place, { part: read.part })];
      case 'needs':
        return [finding('R311', place, { part: read.part, other: read.other })];
    }
  }
  const sample = numberIn(seriesOf(pattern, '2026-12-31'), 1n);
  return checkWritten({ ...field, required: false }, sample, place);
}
