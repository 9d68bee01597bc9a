/** One line of the columns' menu. */
export interface ColumnLine {
  source: string;
  shown: boolean;
}

/** All that is offered: first what is shown, in its order. */
export function columnLines(shown: readonly string[], offered: readonly string[]): ColumnLine[] {
  const hidden = offered.filter((source) => !shown.includes(source));
  return [...shown.map((source) => ({ source, shown: true })), ...hidden.map((source) => ({ source, shown: false }))];
}

/** `lines` with the one at `from` put at `to`; unchanged where either is not there. */
export function movedLine(lines: readonly ColumnLine[], from: number, to: number): ColumnLine[] {
  const line = lines[from];
  if (!line || to < 0 || to >= lines.length) return [...lines];
  return lines.toSpliced(from, 1).toSpliced(to, 0, line);
}

/** `lines` with one shown or hidden. The last that is shown stays: a list without columns shows nothing. */
export function toggledLine(lines: readonly ColumnLine[], source: string): ColumnLine[] {
  const toggled = lines.map((line) => (line.source === source ? { ...line, shown: !line.shown } : line));
  return toggled.some(({ shown }) => shown) ? toggled : [...lines];
}
