export interface BackEndRefusal {
  /** HTTP status. */
  status: number;
  /** What the user shall read. */
  message: string;
  /** Messages by field of what was sent. */
  errors?: Record<string, string>;
}

/**
 * Ways to make the back end of a provider go wrong, in words that fit any wire format. Each holds for the next call
 * that has not been spoiled yet, or for the next `calls`.
 */
export interface Faults {
  /** The back end understands the call and refuses it. */
  refuse(refusal: BackEndRefusal, calls?: number): void;
  /** The back end says that the session has ended. */
  endSession(message: string, calls?: number): void;
  /** No answer ever comes. */
  hang(calls?: number): void;
  /** The back end can't be reached. */
  disconnect(calls?: number): void;
  /** A proxy answers with a page of its own. */
  garble(calls?: number): void;
  /** The call reaches the back end only when the function given back is called. */
  hold(): () => void;
}
