export interface BackEndRefusal {
  /** HTTP status. */
  status: number;
  /** Shown to the user. */
  message: string;
  /** Messages by field of the request. */
  errors?: Record<string, string>;
}

/**
 * Ways to make a provider's back end fail, independent of the wire format. Each applies to the next call without a
 * fault, or to the next `calls`.
 */
export interface Faults {
  /** The back end rejects the call with `refusal`. */
  refuse(refusal: BackEndRefusal, calls?: number): void;
  /** The back end reports that the session has ended. */
  endSession(message: string, calls?: number): void;
  /** The call never gets a response. */
  hang(calls?: number): void;
  /** The back end can't be reached. */
  disconnect(calls?: number): void;
  /** A proxy responds with a page of its own. */
  garble(calls?: number): void;
  /** Delays the call until the returned function is called. */
  hold(): () => void;
}
