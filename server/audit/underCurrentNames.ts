/**
 * The values of an audit entry by the current names of their fields. If an entry has both names, the value of the
 * renamed field replaces that of the field that had its name before.
 * @param rename old name → new name, as in `migrate`
 */
export function underCurrentNames(
  side: Readonly<Record<string, unknown>>,
  rename: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const names = new Map(Object.entries(rename));
  const replaced = new Set(Object.keys(side).map((source) => names.get(source)));
  return Object.fromEntries(
    Object.entries(side)
      .filter(([source]) => !replaced.has(source))
      .map(([source, value]) => [names.get(source) ?? source, value]),
  );
}
