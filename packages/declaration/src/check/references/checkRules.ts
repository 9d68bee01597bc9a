import { fieldsOf, type Predicate } from '../../predicate.ts';
import type { Field } from '../../fieldSchema.ts';
import { computedOf, seePermission } from '../../fieldTraits.ts';
import { isMasked } from '../../resource.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkNames } from './checkNames.ts';
import { checkPredicate } from './checkPredicate.ts';

/** The server enforces rules in its own transactions, and shows their messages at fields. */
export function checkRules(subject: Subject): Finding[] {
  const { rules, storage } = subject.declaration;
  if (!rules) return [];
  if (storage !== 'table') return [finding('R246', ['rules'], { key: 'rules' }, { at: 'key' })];
  return rules.flatMap(({ when, must, at }, index) => {
    const path: Path = ['rules', index];
    const shown = subject.fields.get(at);
    const parts = Object.entries({ when, must }).flatMap(([key, predicate]) =>
      predicate ? [{ predicate, place: [...path, key] }] : [],
    );
    return [
      ...(shown ? [] : subject.undeclared(at, [...path, 'at'])),
      ...parts.flatMap(({ predicate, place }) => [
        ...checkPredicate(subject, predicate, place, 'user'),
        ...(shown ? fieldsOf(predicate, place).flatMap((used) => checkRevealed(subject, shown, used)) : []),
      ]),
    ];
  });
}

/** Only the server's own database can decide which records a user may see, by values that it can compare. */
export function checkRecords(subject: Subject): Finding[] {
  const { records, storage } = subject.declaration;
  if (!records) return [];
  if (storage !== 'table') return [finding('R246', ['records'], { key: 'records' }, { at: 'key' })];
  return Object.entries(records).flatMap(([key, predicate]) => {
    if (!predicate) return [];
    const path: Path = ['records', key];
    return [...checkPredicate(subject, predicate, path, 'rows'), ...undecidable(subject, predicate, path)];
  });
}

/** R247: fields whose values the database can't compare. */
export function undecidable({ fields }: Pick<Subject, 'fields'>, predicate: Predicate, path: Path): Finding[] {
  return fieldsOf(predicate, path).flatMap((used) => {
    const field = fields.get(used.source);
    const isKnown = !field || !(computedOf(field) || isMasked(field) || field.type === 'secret');
    return isKnown ? [] : [finding('R247', used.path, { source: used.source })];
  });
}

/** Indexes hold combinations of values together. */
export function checkUnique(subject: Subject): Finding[] {
  const { unique, storage } = subject.declaration;
  if (!unique) return [];
  if (storage !== 'table') return [finding('R246', ['unique'], { key: 'unique' }, { at: 'key' })];
  return unique.flatMap((sources, index) => {
    const path: Path = ['unique', index];
    const first = subject.fields.get(sources[0] ?? '');
    return [
      ...checkNames(subject, sources, path),
      ...sources.flatMap((source, at) => {
        const field = subject.fields.get(source);
        if (!field) return [];
        const place = [...path, at];
        if (NOT_IN_KEYS.includes(field.type)) return [finding('R255', place, { source, type: field.type })];
        if (computedOf(field) || isMasked(field)) return [finding('R247', place, { source })];
        return first ? checkRevealed(subject, first, { source, path: place }) : [];
      }),
    ];
  });
}

const NOT_IN_KEYS: readonly string[] = [
  'longtext',
  'secret',
  'file',
  'image',
  'json',
  'references',
  'texts',
  'group',
  'children',
];

/** Whoever may enter a value learns by the message what the other field contains. */
function checkRevealed({ fields }: Subject, field: Field, used: { source: string; path: Path }): Finding[] {
  const other = fields.get(used.source);
  const permission = other && seePermission(other);
  if (!other || permission === undefined || permission === seePermission(field)) return [];
  return [finding('R191', used.path, { source: field.source, other: other.source, permission })];
}
