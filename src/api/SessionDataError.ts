const MESSAGES = {
  'errors.missing_user_info': 'Verification failed, please Login again.',
  'errors.empty_roles': 'getInfo: roles must be a non-null array!',
} as const;

/** Someone is signed in, but what is known of them is missing or unusable, so that they must sign in again. */
export class SessionDataError extends Error {
  /** Translation key of `message`. */
  readonly messageKey: keyof typeof MESSAGES;

  constructor(messageKey: keyof typeof MESSAGES) {
    super(MESSAGES[messageKey]);
    this.name = 'SessionDataError';
    this.messageKey = messageKey;
  }
}
