import path from 'node:path';
import { checkDeclarations, type DeclarationFile, filtersOf } from '@merchant-console/declaration/check';
import { type Guess, guessType, sourceOf } from '../resources/sample/guessFields.ts';
import type { Row } from './recordsFile.ts';

type Lists = Readonly<Record<string, readonly Row[]>>;

/** What a declaration says about a field, except its name. */
interface Traits {
  type: string;
  reference?: string;
  filter?: string;
  readOnly?: true;
}

/** Values that a guess is made from; more would take time and change little. */
const MOST_RECORDS = 1_000;

/**
 * Guesses a declaration of each list of records that has none: types, filters, and references by names such as
 * `userId`. The names of lists and fields become those of declarations: `blogPosts` → `blog_posts`.
 *
 * @param declared existing declarations
 * @returns the declarations that the checker accepts, and the lists without one
 */
export function guessDeclarations(
  lists: Lists,
  declared: readonly DeclarationFile[],
): { files: DeclarationFile[]; left: string[] } {
  const taken = new Set(declared.map(({ file }) => path.basename(file)));
  const guessed = Object.keys(lists)
    .map((list) => ({ list, file: `${sourceOf(list)}.json` }))
    .filter(({ file }) => !taken.has(file))
    .map(({ list, file }) => ({ list, file, text: JSON.stringify(declarationOf(list, lists), null, 2) }));
  const { problems } = checkDeclarations([...declared, ...guessed]);
  const bad = new Set(problems.flatMap(({ severity, file }) => (severity === 'error' ? [file] : [])));
  return {
    files: guessed.filter(({ file }) => !bad.has(file)).map(({ file, text }) => ({ file, text })),
    left: guessed.filter(({ file }) => bad.has(file)).map(({ list }) => list),
  };
}

function declarationOf(list: string, lists: Lists): object {
  const rows = (lists[list] ?? []).slice(0, MOST_RECORDS);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id');
  const sources = new Set(['id']);
  const fields = columns.map((name) => {
    const source = unused(sourceOf(name) || 'field', sources);
    return { source, ...(source !== name && { at: name }), ...traits(name, rows, lists) };
  });
  const named = fields.find(({ type, readOnly }) => type === 'text' && readOnly !== true);
  return {
    version: 1,
    name: sourceOf(list),
    envelope: 'json-server',
    operations: ['list', 'show', 'create', 'edit', 'delete'],
    ...(named && { recordRepresentation: named.source }),
    fields,
  };
}

function unused(wanted: string, taken: Set<string>): string {
  let source = wanted;
  for (let number = 2; taken.has(source); number += 1) source = `${wanted.slice(0, 36)}_${number}`;
  taken.add(source);
  return source;
}

/** Type, filter and sort of a field. */
function traits(name: string, rows: readonly Row[], lists: Lists): Traits {
  const reference = referenceOf(name, lists);
  if (reference !== null) return { type: 'reference', reference: sourceOf(reference), filter: 'eq' };
  const values = rows.map((row) => row[name]);
  const { type, filter, ...guess } = kept(guessType(values), values);
  return {
    type,
    ...guess,
    ...(filter !== undefined && filtersOf(type).some((one) => one === filter) && { filter }),
    ...((type === 'text' || type === 'longtext') && { search: true }),
    ...(type !== 'longtext' && type !== 'json' && { sortable: true }),
  };
}

/** The guess, unless the form would write values of another type than the file has. */
function kept(guess: Guess, values: readonly unknown[]): Guess & { readOnly?: true } {
  const kinds = new Set(values.filter((value) => value !== null && value !== undefined).map((value) => typeof value));
  const [kind] = kinds;
  const written = guess.type === 'integer' ? 'number' : guess.type === 'boolean' ? 'boolean' : 'string';
  if (guess.type === 'json' || kinds.size === 0 || (kinds.size === 1 && kind === written)) return guess;
  return kinds.size === 1 && kind === 'string' ? { type: 'text' } : { type: 'text', readOnly: true };
}

/** The list that a field such as `userId`, `user_id` or `category_id` refers to, or null. */
function referenceOf(name: string, lists: Lists): string | null {
  const [, one] = /^(.+?)(?:Id|_id)$/.exec(name) ?? [];
  if (one === undefined) return null;
  const forms = [`${one}s`, `${one}es`, one.replace(/y$/, 'ies'), one].map(sourceOf);
  return Object.keys(lists).find((list) => forms.includes(sourceOf(list))) ?? null;
}
