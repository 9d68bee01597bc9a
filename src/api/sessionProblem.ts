import { SessionDataError } from './SessionDataError.ts';
import type { SessionStore } from './sessionStore.ts';

/** What is wrong with a session that has a token; null when it is whole, or when nobody is signed in. */
export function sessionProblem(
  session: Pick<SessionStore, 'getToken' | 'getMenuTree' | 'getCurrencyData'>,
): SessionDataError | null {
  if (session.getToken() === null) return null;
  if ((session.getMenuTree() ?? []).length === 0) return new SessionDataError('errors.empty_roles');
  if (session.getCurrencyData() === null) return new SessionDataError('errors.missing_user_info');
  return null;
}
