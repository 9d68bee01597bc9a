/**
 * Stands in a form's values for what a person has typed and what is no value (yet): it keeps the text, says what is
 * wrong, and is refused by every input's check, so that it is never sent.
 */
export class Unreadable {
  readonly typed: string;
  /** Translation key of what is wrong, or the words themselves. */
  readonly key: string;
  readonly args: Record<string, string | number>;

  constructor(typed: string, key: string, args: Record<string, string | number> = {}) {
    this.typed = typed;
    this.key = key;
    this.args = args;
  }
}
