/** Where the server of a crash test runs, and what is killed there. */
export interface CrashPlace {
  /** The address of the server as it is now; waits while there is none. */
  url(): Promise<string>;
  /** kill -9 when the moment has come, and starts again what was killed. */
  kill(moment: Moment): Promise<void>;
  /** Kills the server for good. */
  stop(): Promise<void>;
}

export interface Moment {
  /** Not to wait until the server is up. */
  early: boolean;
  come(): Promise<void>;
}
