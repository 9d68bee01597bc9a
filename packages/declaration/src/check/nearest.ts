import { distance } from 'fastest-levenshtein';

/** Shorter common prefixes don't count as similar. */
const SHORTEST_BEGINNING = 3;

/**
 * The candidate that was probably meant by an unknown word, or undefined if none is similar. Similar: equal except for
 * case and separators, the same letters in another order, at most a third of the letters different, or one a prefix of
 * the other.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(word);
  let best: { candidate: string; apart: number } | undefined;
  for (const candidate of candidates) {
    const other = plain(candidate);
    const most = tolerance(wanted, other);
    const isBegun = isBeginning(wanted, other);
    if (Math.abs(wanted.length - other.length) > most && !isBegun) continue;
    const apart = distance(wanted, other);
    const isNear = apart <= most || isBegun || isShuffled(wanted, other);
    if (candidate !== word && isNear && (!best || apart < best.apart)) best = { candidate, apart };
  }
  return best?.candidate;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Words of one or two letters must match exactly. */
function tolerance(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest < 3 ? 0 : Math.max(1, Math.floor(longest / 3));
}

function isShuffled(a: string, b: string): boolean {
  const sorted = (word: string) => Array.from(word).toSorted().join('');
  return a.length > 2 && a.length === b.length && sorted(a) === sorted(b);
}

function isBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= SHORTEST_BEGINNING && (a.startsWith(b) || b.startsWith(a));
}
