import type { Declaration } from '../declarationSchema.ts';
import type { Field, FieldType } from '../fieldSchema.ts';
import { valueAt, type Operation } from '@merchant-console/protocol';
import type { Components } from '../keys.ts';
import { operationsOf, withStoredTimes } from '../resource.ts';
import { nearest } from './nearest.ts';
import { finding, type Finding, type Path } from './Problem.ts';
import { sourceOf, type Pruned } from './shape/prune.ts';

/** The facts about one declaration after its shape was checked. Later passes use nothing else. */
export interface Subject {
  /** The part with a valid shape. */
  declaration: Declaration;
  /** Sources of all fields, including invalid ones. */
  sources: readonly string[];
  /** Valid fields, including those that the server adds to stored records. */
  fields: ReadonlyMap<string, Field>;
  operations: readonly Operation[];
  /** The components that the declaration may name, as far as the caller knows them. */
  components: Components;
  /** True if this section's shape is valid, so that a missing part of it is a mistake. */
  isSound(section: keyof Declaration): boolean;
  /** A finding if `source` isn't a field's source, otherwise none. */
  undeclared(source: string, path: Path): Finding[];
  originalPath(path: Path): Path;
}

/**
 * @param raw the value of the whole file
 * @param shape findings about its shape
 */
export function createSubject(
  raw: unknown,
  pruned: Pruned,
  shape: readonly Finding[],
  components: Components,
): Subject {
  const isSound = (section: keyof Declaration) => shape.every(({ path }) => path[0] !== section);
  // An invalid "storage" shows that the records were meant to be stored.
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
    components,
    isSound,
    undeclared: (source, path) => {
      const suggestion = nearest(source, sources);
      // A field without a readable source may be the intended one.
      const isCertain = !sources.includes(source) && (suggestion !== undefined || !isUnnamed);
      return isCertain ? [finding('R101', path, { source }, { suggestion })] : [];
    },
    originalPath: pruned.originalPath,
  };
}

/** Types whose values can be summed. */
export const NUMERIC: readonly FieldType[] = ['integer', 'decimal', 'money', 'rate'];
