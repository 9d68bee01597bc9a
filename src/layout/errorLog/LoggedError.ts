/** An error that nobody expected, as the error log shows it. */
export interface LoggedError {
  /** Unique among the errors of this load of the page. */
  number: number;
  message: string;
  /** The innermost components, or file and line. */
  place: string;
  /** Full path of the page. */
  address: string;
  time: Date;
  stack: string;
}
