/** A file with an error isn't used; a file with only warnings is. */
export type Severity = 'error' | 'warning';

export interface Entry {
  severity: Severity;
  /** Placeholders of the problem's text. */
  args: readonly string[];
}

/** A problem that makes the file unusable. */
export const error = <const Args extends string[]>(...args: Args) => ({ severity: 'error' as const, args });
/** A problem despite which the file is used. */
export const warning = <const Args extends string[]>(...args: Args) => ({ severity: 'warning' as const, args });
