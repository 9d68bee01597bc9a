/** The server under test, and the process that is killed: the server itself or its database. */
export interface CrashPlace {
  /** Address of the running server. Waits until the server is up. */
  url(): Promise<string>;
  /** Sends SIGKILL at the given moment, and restarts the killed process. */
  kill(moment: Moment): Promise<void>;
  /** Kills the server without a restart. */
  stop(): Promise<void>;
}

/** Moment of a kill. */
export interface Moment {
  /** True if the kill may come before the server is up. */
  early: boolean;
  /** Resolves at the moment of the kill. */
  come(): Promise<void>;
}
