/** True if `text` is a whole number in decimal digits, of any length. */
export function isWholeNumber(text: string): boolean {
  return /^-?[0-9]+$/.test(text);
}
