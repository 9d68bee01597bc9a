/** Kinds of JSON values, described by the texts `declaration.kinds.<kind>`. */
type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'null' | 'list' | 'object';

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

const KINDS: Record<string, Kind> = {
  string: 'text',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  null: 'null',
  array: 'list',
  tuple: 'list',
  object: 'object',
  record: 'object',
};

/** Converts Zod's name of a kind. */
export function kindNamed(expected: string): Kind {
  return KINDS[expected] ?? 'object';
}
