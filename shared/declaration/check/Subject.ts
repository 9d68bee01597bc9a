import type { Declaration } from '../declarationSchema.ts';
import type { Field, FieldType } from '../fieldSchema.ts';
import type { Operation } from '../permissions.ts';
import { operationsOf, withStoredTimes } from '../resource.ts';
import { nearest } from './nearest.ts';
import { finding, type Finding, type Path } from './Problem.ts';
import { sourceOf, type Pruned } from './shape/prune.ts';
import { valueAt } from './shape/objectsAt.ts';

/** What is known of one declaration after its form was checked: the passes after that look at nothing else. */
export interface Subject {
  /** The part that has the right form. */
  declaration: Declaration;
  /** Names of all fields, also of those about which something is wrong. */
  sources: readonly string[];
  /** Fields about which nothing is wrong, with those that the server adds to stored records. */
  fields: ReadonlyMap<string, Field>;
  operations: readonly Operation[];
  /** Whether the form of this part of the file is right, so that what it lacks is a mistake. */
  isSound(section: keyof Declaration): boolean;
  /** Something is wrong with a name that was meant to be a field's; nothing when it is one. */
  undeclared(source: string, path: Path): Finding[];
  originalPath(path: Path): Path;
}

/** @param raw the whole file's value @param shape what is wrong with its form */
export function createSubject(raw: unknown, pruned: Pruned, shape: readonly Finding[]): Subject {
  const isSound = (section: keyof Declaration) => shape.every(({ path }) => path[0] !== section);
  // Whatever "storage" was meant to say, it was to be there.
  const declaration: Declaration = isSound('storage')
    ? pruned.declaration
    : { ...pruned.declaration, storage: 'table' };
  const rawFields = valueAt(raw, ['fields']);
  const listed: unknown[] = Array.isArray(rawFields) ? rawFields : [];
  const isUnnamed = listed.some((field) => sourceOf(field) === undefined);
  const wrong = new Set(shape.map(({ path: [section, at] }) => (section === 'fields' ? at : undefined)));
  const unsure = new Set(listed.flatMap((field, at) => (wrong.has(at) ? (sourceOf(field) ?? []) : [])));
  const all = withStoredTimes(declaration);
  const sources = [...new Set([...all.map(({ source }) => source), ...unsure])];
  return {
    declaration,
    sources,
    fields: new Map(all.toReversed().flatMap((field) => (unsure.has(field.source) ? [] : [[field.source, field]]))),
    operations: operationsOf(declaration),
    isSound,
    undeclared: (source, path) => {
      const suggestion = nearest(source, sources);
      // One that has no name that can be read may be the one that is meant.
      const isCertain = !sources.includes(source) && (suggestion !== undefined || !isUnnamed);
      return isCertain ? [finding('R101', path, { source }, { suggestion })] : [];
    },
    originalPath: pruned.originalPath,
  };
}

/** Types whose values can be added up. */
export const NUMERIC: readonly FieldType[] = ['integer', 'money', 'rate'];
