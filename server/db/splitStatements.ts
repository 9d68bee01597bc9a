/** A statement of an SQL file, without the semicolon, and the line on which it begins (from 1). */
export interface Statement {
  text: string;
  line: number;
}

/** A quote, a dollar quote or a comment is never closed. */
export class UnterminatedSqlError extends Error {
  constructor(
    what: string,
    readonly line: number,
  ) {
    super(`${what} that begins on line ${line} is never closed`);
    this.name = 'UnterminatedSqlError';
  }
}

/**
 * The pieces that SQL is made of, as far as semicolons go. Names are matched whole, so that the `e` of `date'…'` does
 * not count as the mark of an escape string, nor the `$` within a name as the start of a dollar quote.
 */
const PIECE =
  /(?<space>\s+|--[^\n]*)|(?<comment>\/\*)|(?<quote>[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<dollar>\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)|(?<end>;)|(?<open>[eE]?'|")|[\p{L}_][\p{L}\p{N}_$]*|./suy;

/**
 * Cuts an SQL file at its semicolons; those in quotes, dollar quotes and comments (also nested ones) do not count.
 * Pieces of nothing but space and comments are dropped. SQL bodies of functions (BEGIN ATOMIC) are not known.
 * @throws UnterminatedSqlError
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
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

function statementAt(sql: string, begin: number, end: number): Statement {
  return { text: sql.slice(begin, end).trim(), line: lineOf(sql, begin) };
}

function lineOf(sql: string, position: number): number {
  return sql.slice(0, position).split('\n').length;
}
