/** A statement of an SQL file without its semicolon, and its first line (from 1). */
export interface SqlStatement {
  text: string;
  line: number;
}

/** Thrown if a quote, dollar quote or comment isn't closed. */
export class UnterminatedSqlError extends Error {
  constructor(
    what: string,
    readonly line: number,
  ) {
    super(`${what} that starts on line ${line} is not closed`);
    this.name = 'UnterminatedSqlError';
  }
}

/**
 * Tokens of SQL, as far as semicolons are concerned. Identifiers are matched whole, so that the `e` of `date'…'` isn't
 * taken for an escape string, nor a `$` inside a name for a dollar quote.
 */
const PIECE =
  /(?<space>\s+|--[^\n]*)|(?<comment>\/\*)|(?<quote>[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<dollar>\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)|(?<end>;)|(?<open>[eE]?'|")|[\p{L}_][\p{L}\p{N}_$]*|./suy;

/**
 * Splits an SQL file at its semicolons, ignoring those in quotes, dollar quotes and (nested) comments. Drops empty
 * statements. Doesn't support SQL function bodies (BEGIN ATOMIC).
 * @throws {UnterminatedSqlError} if a quote or comment isn't closed
 */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let begin: number | null = null;
  let position = 0;
  while (position < sql.length) {
    const { end, kind } = pieceAt(sql, position);
    if (kind === 'code') begin ??= position;
    if (kind === 'semicolon') {
      if (begin !== null) statements.push(statementAt(sql, begin, position));
      begin = null;
    }
    position = end;
  }
  if (begin !== null) statements.push(statementAt(sql, begin, sql.length));
  return statements;
}

interface Piece {
  end: number;
  kind: 'code' | 'space' | 'semicolon';
}

function pieceAt(sql: string, position: number): Piece {
  PIECE.lastIndex = position;
  const groups = PIECE.exec(sql)?.groups ?? {};
  const end = PIECE.lastIndex;
  if (groups['space'] !== undefined) return { end, kind: 'space' };
  if (groups['comment'] !== undefined) return { end: commentEnd(sql, position), kind: 'space' };
  if (groups['end'] !== undefined) return { end, kind: 'semicolon' };
  if (groups['dollar'] !== undefined) return { end: dollarEnd(sql, position, groups['dollar']), kind: 'code' };
  if (groups['open'] !== undefined) throw new UnterminatedSqlError('A quote', lineOf(sql, position));
  return { end, kind: 'code' };
}

function commentEnd(sql: string, position: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = position;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  throw new UnterminatedSqlError('A comment', lineOf(sql, position));
}

function dollarEnd(sql: string, position: number, tag: string): number {
  const close = sql.indexOf(tag, position + tag.length);
  if (close === -1) throw new UnterminatedSqlError(`A quote ${tag}`, lineOf(sql, position));
  return close + tag.length;
}

function statementAt(sql: string, begin: number, end: number): SqlStatement {
  return { text: sql.slice(begin, end).trim(), line: lineOf(sql, begin) };
}

function lineOf(sql: string, position: number): number {
  return sql.slice(0, position).split('\n').length;
}
