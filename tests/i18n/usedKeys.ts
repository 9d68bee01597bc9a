const DOTTED_KEY = String.raw`(['"\`])((?:\w+\.)+\w+)\1`;

/** `translate('x.y')`, `t('x.y')`, `messageKey: 'x.y'`, `titleKey="x.y"`. */
const MARKED_KEY = new RegExp(String.raw`\b(?:(?:translate|t)\(|\w+Key\s*[:=]\s*\{?)\s*${DOTTED_KEY}`, 'g');
const LITERAL = new RegExp(DOTTED_KEY, 'g');

/**
 * Translation keys written as literals in source code: arguments marked as keys, and any literal that begins with one
 * of `namespaces`. Doesn't find keys composed at run time.
 */
export function usedKeys(source: string, namespaces: readonly string[]): Set<string> {
  const marked = [...source.matchAll(MARKED_KEY)].map((match) => match[2] ?? '');
  const known = [...source.matchAll(LITERAL)]
    .map((match) => match[2] ?? '')
    .filter((key) => namespaces.some((namespace) => key.startsWith(`${namespace}.`)));
  return new Set([...marked, ...known]);
}
