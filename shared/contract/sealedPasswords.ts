/** Prefix of an encrypted password, followed by Base64. */
export const SEALED_PREFIX = 'aes:';

/** Body fields that contain a password. */
export const PASSWORD_FIELDS: readonly string[] = [
  'password',
  'old_password',
  'new_password',
  'login_password',
  'pay_password',
  'old_pay_password',
  'new_pay_password',
];
