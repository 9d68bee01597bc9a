/** Characters of a cell, counted as UTF-16 does: Excel takes a file with a longer text for a broken one. */
const LONGEST_CELL = 32_767;

/** What can't stand in XML as it is, what Excel reads as an escape, and halves of characters. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML as spreadsheets read it: control characters as `_x000D_`, and such a text itself as `_x005F_x000D_`. */
export function xmlText(text: string): string {
  return fitting(text).replace(SPECIAL, (found) => {
    if (found === '_') return '_x005F_';
    const code = found.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD';
    return ENTITIES[found] ?? `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/** A text that is too long ends in an ellipsis. */
function fitting(text: string): string {
  return text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL - 1)}…`;
}
