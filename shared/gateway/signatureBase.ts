/** One parameter of a call to the gateway: its name and its value as text, decoded. */
export type Parameter = readonly [name: string, value: string];

/** What is not signed: the signature itself, and parameters without a value. */
export function isSigned([name, value]: Parameter): boolean {
  return name !== 'sign' && value !== '';
}

/** By the names' code units: `B` before `a`, whatever the language. */
export function byName([a]: Parameter, [b]: Parameter): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `amount=100&merchant_no=M1`: the names sorted, the values as they are, not encoded. */
export function joined(parameters: readonly Parameter[]): string {
  return parameters.map(([name, value]) => `${name}=${value}`).join('&');
}

/** The text that the signature of a call is made of. Nothing of the key is in it, so it may be shown and logged. */
export function signatureBase(parameters: readonly Parameter[]): string {
  return joined(parameters.filter(isSigned).toSorted(byName));
}
