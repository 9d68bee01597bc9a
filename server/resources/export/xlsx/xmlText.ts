/** Maximum length of a cell in UTF-16 units. Excel reports a file with longer texts as corrupt. */
const LONGEST_CELL = 32_767;

/** Characters that are invalid in XML, underscores that Excel would read as an escape, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for spreadsheets' XML: control characters as `_x000D_`, and literal `_x000D_` as `_x005F_x000D_`. */
export function xmlText(text: string): string {
  return fitting(text).replace(SPECIAL, (found) => {
    if (found === '_') return '_x005F_';
    const code = found.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD';
    return ENTITIES[found] ?? `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/** Truncates a text that is too long, with an ellipsis. */
function fitting(text: string): string {
  return text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL - 1)}…`;
}
