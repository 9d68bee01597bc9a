/** Longest name of a sheet, in UTF-16 units. */
const LONGEST = 31;

/** A title as Excel allows it for a sheet: without `[ ] : * ? / \`, no apostrophe at an end, at most 31 characters. */
export function sheetName(title: string): string {
  const allowed = title.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').trim();
  return allowed.slice(0, LONGEST).replaceAll(/^'+|'+$/g, '') || 'Sheet1';
}
