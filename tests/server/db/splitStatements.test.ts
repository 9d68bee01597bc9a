import { describe, expect, it } from 'vitest';
import { splitStatements, UnterminatedSqlError } from '#server/db/splitStatements.ts';

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text);

describe('an SQL file', () => {
  it('is split at its semicolons, with the line of each statement', () => {
    expect(splitStatements('create table a ();\n\n  drop table b\n')).toEqual([
      { text: 'create table a ()', line: 1 },
      { text: 'drop table b', line: 3 },
    ]);
  });

  it.each([
    ['a text', "select ';'"],
    ['a text with a doubled quote', "select 'it''s; fine'"],
    ['a text that ends in a backslash', "select 'c:\\', ';'"],
    ['an escape text with an escaped quote', "select E'it\\'s; fine'"],
    ['a text right after a name that ends in e', "select date'2026-01-01', ';'"],
    ['a quoted name', 'select 1 as "a;""b"'],
    ['a dollar quote', 'select $$a;b$$'],
    ['a dollar quote with a name', "select $body$ it's $$; $body$"],
    ['a line comment', "select 1 -- it's; fine\n+ 1"],
    ['a comment', "select 1 /* it's; */ + 1"],
    ['a comment in a comment', 'select 1 /* a /* b; */ c; */ + 1'],
  ])("isn't split inside %s", (_case, sql) => {
    expect(texts(`${sql};select 2`)).toEqual([sql, 'select 2']);
  });

  it('treats a dollar inside a name as part of the name', () => {
    expect(texts('select a$b$c; select d$b$e')).toEqual(['select a$b$c', 'select d$b$e']);
  });

  it('drops parts with only white space and comments', () => {
    expect(texts('-- nothing\n;; /* nothing */ ;\nselect 1;\n-- end')).toEqual(['select 1']);
  });

  it('drops comments before a statement, so that it begins with its first word', () => {
    expect(splitStatements('-- why\n/* and how */ create table a ();')).toEqual([
      { text: 'create table a ()', line: 2 },
    ]);
  });

  it.each(["select 'a", 'select "a', 'select $x$ a $y$', 'select /* /* */ 1', "select E'a\\'"])(
    'is rejected if a quote or comment is never closed: %s',
    (sql) => {
      expect(() => splitStatements(`select 1;\n${sql};`)).toThrow(UnterminatedSqlError);
      expect(() => splitStatements(`select 1;\n${sql};`)).toThrow('line 2');
    },
  );
});
