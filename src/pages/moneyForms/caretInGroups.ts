const GROUP = 4;

/** Where the caret stands in a text in groups of four when so many characters are before it: after the gap, if any. */
export function caretInGroups(before: number): number {
  return before === 0 ? 0 : before + Math.floor((before - 1) / GROUP);
}
