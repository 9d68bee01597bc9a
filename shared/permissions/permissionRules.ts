/**
 * What each permission is of no use without, by its key: `orders.export` → [`orders.list`]. Keys that need nothing may
 * be missing. What is named there names all that it needs itself, so that nothing has to be followed further.
 */
export type PermissionRules = ReadonlyMap<string, readonly string[]>;

const needsOf = (rules: PermissionRules, key: string): readonly string[] => rules.get(key) ?? [];

/** The permissions with all that they need. */
export function withRequired(keys: Iterable<string>, rules: PermissionRules): Set<string> {
  const given = [...keys];
  return new Set([...given, ...given.flatMap((key) => needsOf(rules, key))]);
}

/** The permissions without `gone`, and without those that need any of it. */
export function withoutDependents(
  keys: Iterable<string>,
  gone: ReadonlySet<string>,
  rules: PermissionRules,
): Set<string> {
  const stays = (key: string) => !gone.has(key) && !needsOf(rules, key).some((needed) => gone.has(needed));
  return new Set([...keys].filter(stays));
}
