import type { SessionStore } from './sessionStore.ts';

const MESSAGES = {
  'errors.missing_user_info': 'Verification failed, please Login again.',
  'errors.empty_roles': 'getInfo: roles must be a non-null array!',
} as const;

/** Thrown if a signed-in user's stored session is incomplete or unusable, so the user must sign in again. */
export class SessionDataError extends Error {
  /** Translation key of `message`. */
  readonly messageKey: keyof typeof MESSAGES;

  constructor(messageKey: keyof typeof MESSAGES) {
    super(MESSAGES[messageKey]);
    this.name = 'SessionDataError';
    this.messageKey = messageKey;
  }
}

/** The problem of a session with a token, or null if it is complete or nobody is signed in. */
export function sessionProblem(
  session: Pick<SessionStore, 'getToken' | 'getMenuTree' | 'getCurrencyData'>,
): SessionDataError | null {
  if (session.getToken() === null) return null;
  if ((session.getMenuTree() ?? []).length === 0) return new SessionDataError('errors.empty_roles');
  if (session.getCurrencyData() === null) return new SessionDataError('errors.missing_user_info');
  return null;
}
