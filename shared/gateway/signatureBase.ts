/** One parameter of a gateway call: its name and its decoded value. */
export type Parameter = readonly [name: string, value: string];

/** False for the signature itself, and for parameters without a value. */
export function isSigned([name, value]: Parameter): boolean {
  return name !== 'sign' && value !== '';
}

/** Compares names by code unit, so `B` comes before `a` in every language. */
export function byName([a]: Parameter, [b]: Parameter): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `amount=100&merchant_no=M1`: joined in the given order, values not encoded. */
export function joined(parameters: readonly Parameter[]): string {
  return parameters.map(([name, value]) => `${name}=${value}`).join('&');
}

/** The text that a call's signature covers. It doesn't contain the key, so it may be shown and logged. */
export function signatureBase(parameters: readonly Parameter[]): string {
  return joined(parameters.filter(isSigned).toSorted(byName));
}

/** `&` before a name and `=`: the start of another parameter in the text to sign. */
const START = /&([^&=]*)=/g;

/** A value that contains the start of another parameter, so that the text to sign could be split differently. */
export interface Ambiguity {
  /** Name of the parameter with this value. */
  name: string;
  /** @example '&amount=' */
  text: string;
}

/**
 * The first ambiguous value of a call, or undefined. Without ambiguous values, and with known names only, each text to
 * sign belongs to one set of parameters.
 * @param names all names that a parameter may have
 */
export function ambiguityIn(parameters: readonly Parameter[], names: ReadonlySet<string>): Ambiguity | undefined {
  for (const [name, value] of parameters) {
    for (const [text, start = ''] of value.matchAll(START)) if (names.has(start)) return { name, text };
  }
  return undefined;
}
