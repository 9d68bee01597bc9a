import { foldText, searchTerms, wordsIn } from '#shared/search/foldText.ts';

/** A word from each of its starts: each character of Han and kana, otherwise the first. */
export function startsIn(word: string): string[] {
  const characters = Array.from(word);
  const isUnspaced = wordsIn(`${characters[0]}a`).length === 2;
  return characters.slice(0, isUnspaced ? undefined : 1).map((_, at) => characters.slice(at).join(''));
}

/** True if each typed word is at the start of a word of one of the values. */
export function isFound(values: readonly string[], typed: string): boolean {
  const words = searchTerms(typed).flatMap((term) => term.words);
  const starts = values.flatMap((value) => wordsIn(foldText(value)).flatMap(startsIn));
  return words.length > 0 && words.every((word) => starts.some((start) => start.startsWith(word)));
}
