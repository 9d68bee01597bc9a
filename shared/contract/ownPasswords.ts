import { z } from 'zod';

/** Long enough for any password that was ever allowed; the rules of new ones are in shared/passwords. */
const password = z.string().min(1).max(128);

/** GET /own-passwords: what the pages need to know before there is anything to change. */
export const ownPasswordsSchema = z.object({
  username: z.string(),
  has_pay_password: z.boolean(),
});
export type OwnPasswords = z.infer<typeof ownPasswordsSchema>;

/** POST /login-pwd/update */
export const loginPasswordBodySchema = z.strictObject({ old_password: password, new_password: password });
export type LoginPasswordBody = z.infer<typeof loginPasswordBodySchema>;

/** POST /pay-pwd/update: with the old one where there is one, else with the login password. */
export const payPasswordBodySchema = z.strictObject({
  old_pay_password: password.optional(),
  login_password: password.optional(),
  new_pay_password: password,
});
export type PayPasswordBody = z.infer<typeof payPasswordBodySchema>;
