/** Apostrophes, and characters without width that a copied text may contain. */
const IGNORED = /[´‘’ʼ′＇]|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/gu;
const ACCENTS = /[\u0300-\u036f]/gu;
/** Latin, Greek, Cyrillic and Armenian letters. */
const CASED = /[A-ZÀ-ɏͰ-ԯԱ-Ֆẞ]/gu;
/** Letters with a stroke have no decomposition in Unicode. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

/**
 * A text as searches compare it: without case, accents, apostrophes and invisible characters, with ASCII letters and
 * digits instead of full-width ones. `search_entries` in the database does the same when it stores words.
 */
export function foldText(text: string): string {
  return (
    text
      .replace(IGNORED, '')
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .normalize('NFC')
      .replace(CASED, (letter) => letter.toLowerCase())
      .replace(/[øđðłħŧıςßæœþ]/gu, (letter) => PLAIN[letter] ?? letter)
      // Last, as in the database: marks on both sides of them stay in their order.
      .replace(/['`]/gu, '')
  );
}

/** Characters between words: ASCII punctuation, and that of Latin-1, of symbols and of CJK. */
const BETWEEN = String.raw`\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb`;
/** Han and kana, which are written without spaces. */
const UNSPACED = String.raw`\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u303c\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}`;
const WORD = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}${BETWEEN}]+`, 'gu');
const OUTER = new RegExp(`^[${BETWEEN}]+|[${BETWEEN}]+$`, 'gu');

/** Longest indexed part of a word, in characters. */
const LONGEST_WORD = 64;

/** A part of a typed text, without spaces and outer punctuation. */
export interface SearchTerm {
  /** The whole part, such as `shop-1042`. */
  text: string;
  /** Its words, such as `shop` and `1042`. */
  words: string[];
}

/** Further terms are ignored, because each costs an index look-up. */
const MOST_TERMS = 8;

/** The terms of a typed text; none if it contains no word. */
export function searchTerms(text: string): SearchTerm[] {
  return foldText(text)
    .split(/\s+/u)
    .map((part) => ({ text: part.replace(OUTER, ''), words: wordsIn(part).map(indexedPart) }))
    .filter(({ words }) => words.length > 0)
    .slice(0, MOST_TERMS);
}

/** The words of a folded text. Han and kana are a word of their own, each of whose characters starts a word, too. */
export function wordsIn(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

function indexedPart(word: string): string {
  return Array.from(word).slice(0, LONGEST_WORD).join('');
}
