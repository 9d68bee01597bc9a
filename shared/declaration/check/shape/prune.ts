import { declarationSchema, type Declaration } from '../../declarationSchema.ts';
import { LONGEST_NAME, NAME_PATTERN } from '../../names.ts';
import { nearest } from '../nearest.ts';
import type { Path } from '../Problem.ts';
import { keysOf, valueAt } from './objectsAt.ts';
import { shapeFindings } from './shapeFindings.ts';

/** What is right in a declaration, and where each part of it was. */
export interface Pruned {
  declaration: Declaration;
  /** The path in the file of something at a path in `declaration`. */
  originalPath(path: Path): Path;
}

/** Every round takes away something one level further out, and nothing is deeper than the depth allowed for a text. */
const MOST_ROUNDS = 50;

/**
 * Takes away what is wrong until the rest is a declaration, so that a mistake hides no other. A field that is wrong
 * stays as one of type json, since others may name it. null when nothing useful is left.
 *
 * @param name for a declaration that has none
 */
export function prune(value: unknown, name: string): Pruned | null {
  let rest: unknown = { version: 1, name, ...(typeof value === 'object' ? value : {}) };
  const origins: Origins = new Map();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const parsed = declarationSchema.safeParse(rest);
    if (parsed.success) {
      const pruned = rest;
      return { declaration: parsed.data, originalPath: (path) => originalPath(pruned, path, origins) };
    }
    const wrong = shapeFindings(rest).map(({ path }) => path);
    if (wrong.some((path) => path.length === 0 || (path.length === 1 && path[0] === 'fields'))) return null;
    rest = without(rest, [], { wrong, origins, name });
  }
  return null;
}

/** Where the elements of an array were that some have been taken from. */
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

/** What takes the place of something that is wrong and can't be left out: nothing or one value. */
function standIn(value: unknown, path: Path, name: string): unknown[] {
  const [section] = path;
  if (path.length === 1 && section === 'version') return [1];
  if (path.length === 1 && section === 'name') return [name];
  if (path.length !== 2 || section !== 'fields') return [];
  const source = sourceOf(value);
  return source === undefined || valueAt(value, ['type']) === 'json' ? [] : [{ source, type: 'json' }];
}

/** The name of a field of which anything may be wrong, even the word "source". */
export function sourceOf(field: unknown): string | undefined {
  const keys = keysOf(field);
  const key = keys.includes('source') ? 'source' : keys.find((one) => nearest(one, ['source']));
  const source = key === undefined ? undefined : valueAt(field, [key]);
  return typeof source === 'string' && NAME_PATTERN.test(source) && source.length <= LONGEST_NAME ? source : undefined;
}

function originalPath(value: unknown, path: Path, origins: Origins): Path {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const origin = typeof step === 'number' ? (origins.get(value)?.[step] ?? step) : step;
  return [origin, ...originalPath(valueAt(value, [step]), rest, origins)];
}
