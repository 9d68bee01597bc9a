import { ENCODINGS, type Encoding } from '#shared/contract/sheetFile.ts';
import type { SheetChoices } from '#shared/contract/sheets.ts';
import { type ColumnNames, plainName, unreadable } from '../Sheet.ts';
import { linesOf, namesIn } from './delimiterOf.ts';

/**
 * Words of payment files whose bytes in GB18030 are no words in another encoding. Each has a character beyond the bytes
 * of Korean syllables and common Japanese characters.
 */
export const CHINESE_WORDS = /银行|银联|支行|分行|工行|农行|交行|邮储|有限公司|信用社|信用联社|支付宝|微信支付|工资/;

const LEGACY = ENCODINGS.filter((encoding) => encoding !== 'utf-8');

/** Encodings whose column names, if the file has any beyond ASCII, can't be those of another one by accident. */
const TWO_BYTE: readonly Encoding[] = ['gb18030', 'shift_jis', 'euc-jp'];

/** Characters that a wrong encoding makes of text: control characters, unassigned and private ones. */
const IMPROBABLE = /[\u0080-\u009F\uFFFD\p{Cn}\p{Co}]/u;

/** Encodings with seven bits are valid ASCII: ISO-2022 (escape sequences), HZ (`~{`…`~}`). */
// oxlint-disable-next-line no-control-regex -- it matches the escape character
const SEVEN_BITS = /\u001B[$(.]|~\{[!-~]{2,}~\}/;
/** UTF-7: a character beyond ASCII is base64 between `+` and `-`. */
const UTF_7 = /\+([A-Za-z0-9+/]{3,})-/g;

/** A decoded CSV; `chosen` if its encoding was the user's choice. Or encodings to choose from. */
type Decoded = { text: string; chosen: Encoding | null } | { encodings: SheetChoices['encodings'] };

/**
 * Decodes a CSV if its encoding is certain: UTF-16 with a byte order mark; UTF-8 with one, or without if no other
 * encoding is possible; GB18030 if it contains words that only Chinese has; any encoding with two bytes in which the
 * column names are those of the template. Otherwise the user chooses.
 *
 * Short texts are valid in several encodings: 김철수 in EUC-KR is 辫枚荐 in GB18030. Statistics of characters can't
 * tell which of them is a name, so they aren't used.
 *
 * @param chosen the user's choice, or undefined
 * @throws {ValidationError} on `file` if no encoding fits, or not the chosen one
 */
export function decodeText(bytes: Buffer, names: ColumnNames, chosen?: Encoding): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return certain(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return certain(bytes, 'utf-16be');
  if (chosen !== undefined) return { ...certain(bytes, chosen), chosen };
  const utf8 = decoded(bytes, 'utf-8');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (utf8 !== null && (hasMark || isCertainUtf8(utf8))) {
    if (isSevenBits(utf8)) throw unreadable('batch_encoding');
    return { text: utf8, chosen: null };
  }
  const found = LEGACY.flatMap((encoding) => {
    const text = decoded(bytes, encoding);
    return text === null ? [] : [{ encoding, text }];
  });
  const known = found.filter(
    ({ encoding, text }) =>
      (encoding === 'gb18030' && CHINESE_WORDS.test(text)) ||
      (TWO_BYTE.includes(encoding) && hasNamesBeyondAscii(text, names)),
  );
  if (utf8 === null && known[0] && known.length === 1) return { text: known[0].text, chosen: null };
  const all = utf8 === null ? found : [{ encoding: 'utf-8' as const, text: utf8 }, ...found];
  const possible = all.filter(({ text }) => !IMPROBABLE.test(text) && hasNames(text, names));
  if (possible.length === 0) throw unreadable('batch_encoding');
  return { encodings: possible.map(({ encoding, text }) => ({ encoding, sample: sampleOf(text) })) };
}

function certain(bytes: Buffer, encoding: string): { text: string; chosen: null } {
  const text = decoded(bytes, encoding);
  if (text === null) throw unreadable('batch_encoding');
  return { text, chosen: null };
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Three or four bytes in these ranges are no text in an encoding with one or two bytes. */
const LONG = /[\u2000-\u20CF\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF\u{10000}-\u{3FFFF}]/u;

/** A run of characters beyond ASCII, and the ASCII letters next to it. */
const FOREIGN_RUN = /[A-Za-z]*[^\0-\u007F]+[A-Za-z]*/gu;

/** Latin letters of two bytes next to plain ones: the é of José. */
const ACCENTED = /^(?=.*[A-Za-z])(?:[A-Za-z\u00C0-\u024F\u1E00-\u1EFF]|\p{Script=Inherited})+$/u;

/** Eight different characters of two bytes are valid UTF-8 by accident in one of 10^7 texts. */
const ENOUGH = 8;

/**
 * True if text that is valid UTF-8 can't be an accident. A name of two or three Chinese or Korean characters can be:
 * 小 in GB18030 is С in UTF-8. Letters with accents stand next to plain ones, where such names don't.
 */
function isCertainUtf8(text: string): boolean {
  const runs = text.match(FOREIGN_RUN) ?? [];
  if (LONG.test(text) || runs.every((run) => ACCENTED.test(run))) return true;
  const foreign = Array.from(new Set(runs.join('').replaceAll(/[A-Za-z]/g, '')));
  // The second byte of these two is below A1, where EUC encodings have none.
  return (
    foreign.length >= ENOUGH || foreign.some((letter) => letter < '\u0800' && (letter.charCodeAt(0) & 0x3f) < 0x21)
  );
}

function isSevenBits(text: string): boolean {
  if (SEVEN_BITS.test(text)) return true;
  return [...text.matchAll(UTF_7)].some(([, digits = '']) => /[A-Za-z]/.test(digits) && isUtf7Letter(digits));
}

/** True if base64 digits are letters beyond ASCII in UTF-16, with bits of 0 behind them. */
function isUtf7Letter(digits: string): boolean {
  const bits = digits.length * 6;
  if (bits % 16 >= 6) return false;
  const bytes = Buffer.from(digits, 'base64');
  const text = bytes
    .subarray(0, (bits >> 4) * 2)
    .swap16()
    .toString('utf16le');
  const again = Buffer.from(text, 'utf16le').swap16().toString('base64').replaceAll('=', '');
  return again === digits && /^[^\0-\u007F]+$/u.test(text) && /^[\p{L}\p{M}]+$/u.test(text);
}

const hasNames = (text: string, names: ColumnNames) => mostNames(text, names, () => true) > 0;

/** Two, because one short word could be an accident. */
const hasNamesBeyondAscii = (text: string, names: ColumnNames) =>
  mostNames(text, names, (name) => /[^\0-\u007F]/.test(name)) >= 2;

function mostNames(text: string, names: ColumnNames, counts: (name: string) => boolean): number {
  const found = linesOf(text).flatMap((line) =>
    [',', ';', '\t'].map((delimiter) => namesIn(line, delimiter, names).filter(counts).length),
  );
  return Math.max(0, ...found);
}

const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;

/** The first texts beyond ASCII below the column names. */
function sampleOf(text: string): string[] {
  const cells = text
    .split(/[\r\n,;\t"]+/)
    .map((cell) => cell.trim())
    .filter((cell) => /[^\0-\u007F]/.test(cell) && plainName(cell) !== '');
  return [...new Set(cells)].slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE_CHARACTERS));
}
