import { describe, expect, it } from 'vitest';
import { inertText } from '#server/resources/export/Cell.ts';

describe('a text that a spreadsheet might interpret as a formula', () => {
  it.each([
    '=1+1',
    '+86 138 0013 8000',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\tharmless',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    ' =1+1',
    '\u00a0\u3000=1',
    '\ufeff=1',
    "=cmd|' /C calc'!A0",
  ])('%j gets an apostrophe', (text) => {
    expect(inertText(text)).toBe(`'${text}`);
  });

  it.each(['', 'Tea', '0012', '12-5', "'=1", '1=1', 'a@b.c', '••••1234', '𝟙', ' x'])('%j is unchanged', (text) => {
    expect(inertText(text)).toBe(text);
  });
});
