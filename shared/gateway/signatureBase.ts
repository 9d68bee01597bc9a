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
