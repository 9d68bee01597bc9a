import { createRequire } from 'node:module';
import { z } from 'zod';

/** Max Woolf's Big List of Naughty Strings, which have broken other programs. */
export const NAUGHTY: readonly string[] = z
  .array(z.string())
  .parse(createRequire(import.meta.url)('big-list-of-naughty-strings'))
  .filter((text, at, all) => all.indexOf(text) === at);

/** Texts that are hard to store in a file, or that are specific to this server. */
export const ODD: readonly string[] = [
  'a\u0000b',
  '\ud83d',
  '\ude00\ud83d',
  '\u0001\u0008\u001b[31m\u007f\u0085',
  '\ufeff\ufffe\uffff',
  'e\u0301 \u00e9 \ufb01 \u1e9e\u0130\u0131',
  '\u202e\u2066abc\u2069\u200b\u200d',
  '_x0000__x000D_',
  "'; drop table users; --",
  '%_\\%',
  '__proto__',
  '\u00a0\u3000\u2028\u2029',
  '$1$&${x}%{record}',
  '=HYPERLINK("http://elsewhere.example","x")',
];
