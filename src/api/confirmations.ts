import { CONFIRMATION_REQUIRED } from '@merchant-console/protocol';
import { ApiError, type HttpClient } from '@merchant-console/ra-provider';

/** Calls that wait until the user has confirmed the session. */
export interface Confirmations {
  /** Resolves to true when the session is confirmed, to false if the user doesn't want to. Calls share one question. */
  ask(this: void): Promise<boolean>;
  /** True while a call waits for the user. */
  isAsked(this: void): boolean;
  /** Ends the question. */
  answer(this: void, isConfirmed: boolean): void;
  /** Calls the listener whenever `isAsked` changes. Returns a function that removes it. */
  subscribe(this: void, listener: () => void): () => void;
}

export function createConfirmations(): Confirmations {
  let asked: { answer: (isConfirmed: boolean) => void; outcome: Promise<boolean> } | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask() {
      if (asked === null) {
        let answer = (_: boolean) => {};
        const outcome = new Promise<boolean>((resolve) => {
          answer = resolve;
        });
        asked = { answer, outcome };
        tell();
      }
      return asked.outcome;
    },
    isAsked: () => asked !== null,
    answer(isConfirmed) {
      asked?.answer(isConfirmed);
      asked = null;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Wraps the client to repeat calls that need a confirmed session, once the user has confirmed it. Rejects with the server's
 * answer if the user doesn't want to. The server rejects such a call before it has any effect.
 */
export function confirmingSession(httpClient: HttpClient, { ask }: Pick<Confirmations, 'ask'>): HttpClient {
  return async (url, options) => {
    try {
      return await httpClient(url, options);
    } catch (error) {
      const isNeeded = error instanceof ApiError && error.errorId === CONFIRMATION_REQUIRED;
      if (!isNeeded || !(await ask())) throw error;
      return httpClient(url, options);
    }
  };
}
