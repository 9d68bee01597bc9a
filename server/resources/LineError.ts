/** Thrown if a line of a record can't be written. Its cause is what the call for the line alone would have thrown. */
export class LineError extends Error {
  /** Index of the line in the call. */
  readonly at: number;

  constructor(at: number, cause: unknown) {
    super(`Line ${at} can't be written`, { cause });
    this.name = 'LineError';
    this.at = at;
  }
}
