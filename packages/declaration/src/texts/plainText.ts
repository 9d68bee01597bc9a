/** Converts any value to text, so that an unexpected one is visible. Null and undefined become ''. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value) ?? '';
}

/** The texts of a field of type texts: a list, or as they are stored, one in each line. */
export function textsIn(value: unknown): string[] {
  const lines = typeof value === 'string' ? value.split('\n') : value;
  return Array.isArray(lines) ? lines.filter((one): one is string => typeof one === 'string' && one !== '') : [];
}
