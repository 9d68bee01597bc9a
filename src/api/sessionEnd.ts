import { CODE_SESSION_ENDED } from '#shared/contract/envelope.ts';
import { ApiError } from './ApiError.ts';
import type { SessionStore } from './sessionStore.ts';
import { abortError } from './withinTime.ts';

interface SessionEndConfig {
  session: Pick<SessionStore, 'getToken' | 'clear'>;
  /** Told once a session, after the session has been cleared, with the server's words. */
  onSessionEnded: (message: string) => void;
}

/**
 * Ends the session when the answer to a call with `token` says that it is over. Further answers to that token find it
 * gone and do nothing.
 * @throws AbortError when another sign-in has replaced that session meanwhile
 */
export function endSessionOn(
  error: unknown,
  token: string | null,
  { session, onSessionEnded }: SessionEndConfig,
): void {
  if (!(error instanceof ApiError) || error.code !== CODE_SESSION_ENDED) return;
  const current = session.getToken();
  if (current === null) return;
  if (current !== token) throw abortError('Asked by an earlier session');
  session.clear();
  onSessionEnded(error.message);
}
