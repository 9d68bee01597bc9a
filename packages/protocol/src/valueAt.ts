/** The value at a path, or undefined if there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return valueAt(Reflect.get(value, step), rest);
}
