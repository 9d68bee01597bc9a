import { asDeclaration } from '../../dashboard.ts';
import type { Declaration } from '../../declarationSchema.ts';
import { LONGEST_NAME, NAME_PATTERN } from '../../names.ts';
import { valueAt } from '@merchant-console/protocol';
import type { Path } from '../Problem.ts';
import { isCalledSource } from './keyFindings.ts';
import { keysOf } from './objectsAt.ts';
import { schemaOf } from './schemaOf.ts';
import { shapeFindings } from './shapeFindings.ts';

/** The valid part of a declaration, and the original position of its parts. */
export interface Pruned {
  declaration: Declaration;
  /** Converts a path in `declaration` to the path in the file. */
  originalPath(path: Path): Path;
}

/** Each round removes something one level further out, and no text is nested more deeply. */
const MOST_ROUNDS = 50;

/**
 * Removes invalid parts until the rest is a valid declaration, so that one mistake doesn't hide others. Keeps an
 * invalid field as type json, because other parts may refer to it. Returns null if nothing useful is left.
 *
 * @param name for a declaration without one
 */
export function prune(value: unknown, name: string): Pruned | null {
  let rest: unknown = { version: 1, name, ...(typeof value === 'object' ? value : {}) };
  const origins: Origins = new Map();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const parsed = schemaOf(rest).safeParse(rest);
    if (parsed.success) {
      const pruned = rest;
      return { declaration: asDeclaration(parsed.data), originalPath: (path) => originalPath(pruned, path, origins) };
    }
    const wrong = shapeFindings(rest).map(({ path }) => path);
    if (wrong.some((path) => path.length === 0 || (path.length === 1 && path[0] === 'fields'))) return null;
    rest = without(rest, [], { wrong, origins, name });
  }
  return null;
}

/** Original indexes of an array's elements after some were removed. */
type Origins = Map<unknown, readonly number[]>;

interface Pruning {
  wrong: readonly Path[];
  origins: Origins;
  name: string;
}

function without(value: unknown, here: Path, pruning: Pruning): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inside = pruning.wrong.filter((path) => here.every((step, at) => path[at] === step));
  if (inside.length === 0) return value;
  const isWrong = (step: string | number) =>
    inside.some((path) => path.length === here.length + 1 && path.at(-1) === step);
  const kept = (step: string | number, child: unknown): unknown[] => {
    const path = [...here, step];
    return isWrong(step) ? standIn(child, path, pruning.name) : [without(child, path, { ...pruning, wrong: inside })];
  };
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => kept(key, one).map((child) => [key, child])),
    );
  }
  const was = pruning.origins.get(value);
  const left = value.flatMap((one: unknown, at) => kept(at, one).map((child) => ({ child, origin: was?.[at] ?? at })));
  const array = left.map(({ child }) => child);
  pruning.origins.set(
    array,
    left.map(({ origin }) => origin),
  );
  return array;
}

/** The replacement of an invalid part: an empty list if it can be left out, otherwise one value. */
function standIn(value: unknown, path: Path, name: string): unknown[] {
  const [section] = path;
  if (path.length === 1 && section === 'version') return [1];
  if (path.length === 1 && section === 'name') return [name];
  if (path.length === 1 && section === 'kind') return ['dashboard'];
  if (path.length !== 2 || section !== 'fields') return [];
  const source = sourceOf(value);
  return source === undefined || valueAt(value, ['type']) === 'json' ? [] : [{ source, type: 'json' }];
}

/** The source of a field that may be invalid, even with a misspelt "source" key. */
export function sourceOf(field: unknown): string | undefined {
  const keys = keysOf(field);
  const key = keys.includes('source') ? 'source' : keys.find(isCalledSource);
  const source = key === undefined ? undefined : valueAt(field, [key]);
  return typeof source === 'string' && NAME_PATTERN.test(source) && source.length <= LONGEST_NAME ? source : undefined;
}

function originalPath(value: unknown, path: Path, origins: Origins): Path {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const origin = typeof step === 'number' ? (origins.get(value)?.[step] ?? step) : step;
  return [origin, ...originalPath(valueAt(value, [step]), rest, origins)];
}
