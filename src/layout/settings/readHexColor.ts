/** `#rrggbb` from what is typed, with or without the sign; null when it is no colour. */
export function readHexColor(text: string): string | null {
  const digits = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}
