/** Kinds of JSON values, as `declaration.kinds.<kind>` names them to people. */
export type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'null' | 'list' | 'object';

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

/** The kind that the schema library calls `expected`. */
export function kindNamed(expected: string): Kind {
  return KINDS[expected] ?? 'object';
}
