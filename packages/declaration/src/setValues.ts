import { readWord, type Word } from './predicateWords.ts';

/** A value in a file, or a placeholder such as `$form.text`. */
export type Given = string | number | boolean | null;

/** The new value of a field: as given, added to the number that it has, or only if the field is empty. */
export type SetValue = Given | { add: string | number } | { first: Given };

/** What a placeholder stands for: a field of the action's form or of its record, or a word. */
export type Placeholder = { kind: 'form' | 'record'; source: string } | Exclude<Word, { kind: 'own' }>;

const FIELD = /^\$(form|record)\.([a-z][a-z0-9_]*)$/;

/** The placeholder that a text is, or null if it is a constant or an unknown placeholder. */
export function readPlaceholder(value: unknown): Placeholder | null {
  if (typeof value !== 'string') return null;
  const [, kind, source] = FIELD.exec(value) ?? [];
  if ((kind === 'form' || kind === 'record') && source !== undefined) return { kind, source };
  const word = readWord(value);
  return word === null || word.kind === 'own' ? null : word;
}

/** How a value is written, and what is given for it. */
export function partsOfSet(value: SetValue): { how: 'set' | 'add' | 'first'; given: Given } {
  if (typeof value !== 'object' || value === null) return { how: 'set', given: value };
  return 'add' in value ? { how: 'add', given: value.add } : { how: 'first', given: value.first };
}
