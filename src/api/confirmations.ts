import { z } from 'zod';
import { CONFIRMATION_REQUIRED } from '@merchant-console/protocol';
import { ApiError, type HttpClient } from '@merchant-console/ra-provider';

/** The question to the user that calls wait for. */
export interface Question {
  /** The payment password that the user has entered for the call itself, or null. The user isn't asked for it again. */
  payPassword: string | null;
}

/** Calls that wait until the user has confirmed the session. */
export interface Confirmations {
  /**
   * Resolves to true when the session is confirmed, to false if the user doesn't want to. Calls share one question. Rejects
   * with the error of `fail`.
   */
  ask(this: void, question: Question): Promise<boolean>;
  /** The question while a call waits for the user, or null. */
  asked(this: void): Question | null;
  /** Ends the question. */
  answer(this: void, isConfirmed: boolean): void;
  /** Ends the question because the server rejected what the call contains. */
  fail(this: void, error: Error): void;
  /** Calls the listener whenever `asked` changes. Returns a function that removes it. */
  subscribe(this: void, listener: () => void): () => void;
}

interface Waiting {
  question: Question;
  resolve(isConfirmed: boolean): void;
  reject(error: Error): void;
}

export function createConfirmations(): Confirmations {
  let waiting: Waiting | null = null;
  let outcome = Promise.resolve(false);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const end = () => {
    waiting = null;
    tell();
  };
  return {
    ask(question) {
      if (waiting) return outcome;
      outcome = new Promise((resolve, reject) => {
        waiting = { question, resolve, reject };
      });
      tell();
      return outcome;
    },
    asked: () => waiting?.question ?? null,
    answer(isConfirmed) {
      waiting?.resolve(isConfirmed);
      end();
    },
    fail(error) {
      waiting?.reject(error);
      end();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const withPayPassword = z.object({ pay_password: z.string() });

/** The payment password in the body of a call, or null. */
function payPasswordIn(body: unknown): string | null {
  if (typeof body !== 'string') return null;
  const read = withPayPassword.safeParse(JSON.parse(body));
  return read.success ? read.data.pay_password : null;
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
      if (!isNeeded || !(await ask({ payPassword: payPasswordIn(options?.body) }))) throw error;
      return httpClient(url, options);
    }
  };
}
