/** What a password that was encrypted before it was sent begins with; after it comes Base64. */
export const SEALED_PREFIX = 'aes:';

/** Names of the fields of a body that hold a password. */
export const PASSWORD_FIELDS: readonly string[] = [
  'password',
  'old_password',
  'new_password',
  'login_password',
  'pay_password',
  'old_pay_password',
  'new_pay_password',
];
