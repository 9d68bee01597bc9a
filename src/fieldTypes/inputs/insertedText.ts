/**
 * What a person put into a text that can't be edited, only replaced: `6222••••1234` and `6222••••12345` give `5`;
 * '' where something was only taken away.
 */
export function insertedText(before: string, after: string): string {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.slice(start, after.length - end);
}
