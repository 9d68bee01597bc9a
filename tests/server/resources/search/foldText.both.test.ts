import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText, searchTerms, wordsIn } from '#shared/search/foldText.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { startsIn } from '#tests/support/wordStarts.ts';
import type { Database } from '#server/db/schema.ts';

/** What `search_entries` should return. */
function entriesOf(text: string): string[] {
  const words = wordsIn(foldText(text));
  const joined = words.join(' ');
  const [first] = words;
  if (first === undefined) return [];
  const cut = (word: string) => Array.from(word).slice(0, 64).join('');
  const whole = Array.from(joined).length < 64 ? `${joined}=` : cut(first);
  return [whole, ...words.flatMap(startsIn).slice(1).map(cut)].slice(0, 200);
}

/** Texts with many of the characters that folding treats specially. */
const texts = fc.string({
  maxLength: 80,
  unit: fc.oneof(
    fc.constantFrom(
      ...Array.from(
        'AbZ019 -_/.\'’`´＇=%"\\éÉñßẞÆøŁĐıİςΣЖйÇŒþＡ１ｱﾊﾞ　、・々ー漢字かなガ한글\u200b\u00ad\ufeff\ufe0f\u2028🎉ﬁ²№',
      ),
    ),
    fc
      .string({ minLength: 1, maxLength: 1, unit: 'grapheme' })
      .filter((letter) => (letter.codePointAt(0) ?? 0) < 0xffff),
  ),
});

/** Letters that are compared by one statement. */
const SOME = 1_000;

describe.each(EITHER_DATABASE)('words on the %s database', (kind) => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
  }, 180_000);
  afterAll(() => database.remove());

  async function stored(values: readonly string[]): Promise<string[][]> {
    const { rows } = await sql<{ entries: string[] }>`
      select search_entries(value) as entries
      from unnest(${values}::text[]) with ordinality as given (value, place) order by place`.execute(
      database.db.kysely,
    );
    return rows.map(({ entries }) => entries);
  }

  it('are those of a typed text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 50, maxLength: 50 }), async (values) => {
        expect(await stored(values)).toEqual(values.map(entriesOf));
      }),
      { numRuns: 60 },
    );
  });

  it('are those of marks beside an apostrophe', async () => {
    const values = ["a\u05bc'\u3099", 'a\u05bc`\u3099', "a\u05bc'\uff9e"];
    expect(await stored(values)).toEqual(values.map(entriesOf));
  });

  it('are the same for each letter', async () => {
    const letters = Array.from({ length: 0xffff }, (_, code) => code)
      .filter((code) => /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(code)))
      // Some of the Han characters and Hangul syllables, which are alike.
      .filter((code) => code < 0x3400 || code % 64 === 0 || (code > 0xa000 && code < 0xac00) || code > 0xd7ff)
      .map((code) => `a${String.fromCodePoint(code)}B`);
    const different: string[] = [];
    let unknown = 0;
    for (let at = 0; at < letters.length; at += SOME) {
      const some = letters.slice(at, at + SOME);
      const { rows } = await sql<{ normal: string }>`
        select normalize(value, NFKD) as normal
        from unnest(${some}::text[]) with ordinality as given (value, place) order by place`.execute(
        database.db.kysely,
      );
      // The two have different versions of Unicode.
      const known = some.filter((letter, place) => rows[place]?.normal === letter.normalize('NFKD'));
      unknown += some.length - known.length;
      const entries = await stored(known);
      different.push(...known.filter((letter, place) => entries[place]?.join() !== entriesOf(letter).join()));
    }
    expect(unknown).toBeLessThan(200);
    expect(different).toEqual([]);
  }, 60_000);

  it('of long texts are the first 200, each of 64 characters at most', async () => {
    const values = ['x'.repeat(100), '漢'.repeat(300), Array.from({ length: 300 }, (_, at) => `w${at}`).join(' ')];
    const entries = await stored(values);
    expect(entries).toEqual(values.map(entriesOf));
    expect(entries.map(({ length }) => length)).toEqual([1, 200, 200]);
    expect(Math.max(...entries.flat().map(({ length }) => length))).toBe(64);
  });
});

describe('a typed text', () => {
  it.each([
    ['acme', 'ACME'],
    ['muller sohne', 'Müller Söhne'],
    ['obrien', 'O’Brien'],
    ['c20261129', '\u200bＣ２０２６１１２９\ufeff'],
    ['12345', "'12345"],
    ['strasse aero', 'Straße Ærø'],
    ['lodz', 'ŁÓDŹ'],
    ['σας', 'ΣΆΣ'],
    ['株式会社アクメ', '株式会社ｱｸﾒ'],
  ])('is compared as %j', (folded, typed) => {
    expect(foldText(typed)).toBe(foldText(folded));
    expect(foldText(typed).replaceAll('ς', 'σ')).toBe(folded.replaceAll('ς', 'σ'));
  });

  it('is split at spaces into terms, and at punctuation and around Han and kana into words', () => {
    expect(searchTerms(' Anna@Exam.  SHOP-1042, — ABC公司')).toEqual([
      { text: 'anna@exam', words: ['anna', 'exam'] },
      { text: 'shop-1042', words: ['shop', '1042'] },
      { text: 'abc公司', words: ['abc', '公司'] },
    ]);
    expect(searchTerms(" %_'\\ ")).toEqual([]);
  });
});
