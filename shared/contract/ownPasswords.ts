import { z } from 'zod';

/** Fits any password that was ever allowed. The rules of new passwords are in shared/passwords. */
const password = z.string().min(1).max(128);

/** GET /own-passwords: the data that the password pages need when they open. */
export const ownPasswordsSchema = z.object({
  username: z.string(),
  has_pay_password: z.boolean(),
});
export type OwnPasswords = z.infer<typeof ownPasswordsSchema>;

/** POST /login-pwd/update */
export const loginPasswordBodySchema = z.strictObject({ old_password: password, new_password: password });
export type LoginPasswordBody = z.infer<typeof loginPasswordBodySchema>;

/** POST /pay-pwd/update: proved by the old payment password if there is one, otherwise by the login password. */
export const payPasswordBodySchema = z.strictObject({
  old_pay_password: password.optional(),
  login_password: password.optional(),
  new_pay_password: password,
});
export type PayPasswordBody = z.infer<typeof payPasswordBodySchema>;
