/**
 * The permissions that each permission requires to be of use: `orders.export` → [`orders.list`]. Permissions without
 * requirements may be missing. Requirements are transitive, so callers needn't follow them further.
 */
export type PermissionRules = ReadonlyMap<string, readonly string[]>;

const needsOf = (rules: PermissionRules, key: string): readonly string[] => rules.get(key) ?? [];

/** The permissions plus all that they require. */
export function withRequired(keys: Iterable<string>, rules: PermissionRules): Set<string> {
  const given = [...keys];
  return new Set([...given, ...given.flatMap((key) => needsOf(rules, key))]);
}

/** The permissions without `gone` and without those that require any of them. */
export function withoutDependents(
  keys: Iterable<string>,
  gone: ReadonlySet<string>,
  rules: PermissionRules,
): Set<string> {
  const stays = (key: string) => !gone.has(key) && !needsOf(rules, key).some((needed) => gone.has(needed));
  return new Set([...keys].filter(stays));
}
