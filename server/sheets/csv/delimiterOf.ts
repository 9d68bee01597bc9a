import { type ColumnNames, plainName, unreadable } from '../Sheet.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/** Excel's own first line that names the separator. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?[,;\t]*(?:\r\n|\r|\n)/i;

/** Characters that no file separates its cells with. */
const NO_SEPARATOR = /[\p{L}\p{N}"'.=-]/u;

/** Lines and characters among which the header is searched. */
const MAX_LINES = 100;
const MAX_CHARACTERS = 65_536;

/** Possible cells of one line, without regard to quoted line breaks. */
export function linesOf(text: string): string[] {
  return text.slice(0, MAX_CHARACTERS).split(/\r\n|\r|\n/, MAX_LINES);
}

/** The column names in a line, if its cells are separated by `delimiter`. */
export function namesIn(line: string, delimiter: string, names: ColumnNames): string[] {
  const cells = line.split(delimiter).map((cell) => plainName(cell.replace(/^\uFEFF/, '').replaceAll('"', '')));
  return cells.filter((cell) => names.has(cell));
}

/**
 * The separator of a CSV: the one that its first line names, otherwise the one by which a line has the most column
 * names, otherwise the most frequent of the first line.
 * @returns also where the table begins, behind the line that names the separator
 * @throws {ValidationError} on `file` if the first line names something that can't be a separator
 */
export function delimiterOf(text: string, names: ColumnNames): { delimiter: string; start: number } {
  const [line, named] = SEPARATOR_LINE.exec(text) ?? [];
  if (line !== undefined && named !== undefined) {
    if (NO_SEPARATOR.test(named)) throw unreadable('batch_separator', { separator: named });
    return { delimiter: named, start: line.length };
  }
  const lines = linesOf(text);
  const mostNames = (delimiter: string) => Math.max(...lines.map((one) => namesIn(one, delimiter, names).length));
  const cellsInFirst = (delimiter: string) => (lines[0] ?? '').split(delimiter).length;
  const score = (delimiter: string) => mostNames(delimiter) * MAX_CHARACTERS + cellsInFirst(delimiter);
  const delimiter = DELIMITERS.reduce<string>((best, next) => (score(next) > score(best) ? next : best), ',');
  return { delimiter, start: 0 };
}
