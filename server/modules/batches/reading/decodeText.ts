import { unreadable } from './Sheet.ts';

/** Of the characters outside ASCII, how many must be common Chinese ones before a text passes for GB18030. */
const COMMON_SHARE = 2 / 3;

/**
 * The text of a CSV: UTF-8 with or without a mark, UTF-16 with one (Excel's "Unicode text"), else GB18030, which Chinese
 * Excel writes. Most other 8-bit texts are valid GB18030 by accident and would become wrong names: so one that is not
 * mostly of common Chinese characters is refused.
 *
 * @throws ValidationError on `file`
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!looksLikeChinese(bytes)) throw unreadable('batch_encoding');
    return decoded('gb18030', bytes);
  }
}

function decoded(encoding: string, bytes: Buffer): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('batch_encoding');
  }
}

/** Common characters (GB 2312) have both bytes from A1 on; letters with accents stand between plain ASCII ones. */
function looksLikeChinese(bytes: Buffer): boolean {
  let common = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    at += 1;
    const second = bytes[at] ?? 0;
    if (first >= 0xa1 && first <= 0xf7 && second >= 0xa1) common += 1;
    else others += 1;
  }
  return common >= (common + others) * COMMON_SHARE;
}
