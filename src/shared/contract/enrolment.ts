import { z } from 'zod';

/** Rules of a login password: 12 to 128 characters. */
export const passwordSchema = z.string().min(12).max(128);

const token = z.string().min(32).max(128);

/** POST /enrolment/check */
export const enrolmentCheckBodySchema = z.strictObject({ token });
export const enrolmentCheckDataSchema = z.object({
  username: z.string(),
  real_name: z.string().nullable(),
  totp_secret: z.string(),
  otpauth_url: z.string(),
});
export type EnrolmentCheckData = z.infer<typeof enrolmentCheckDataSchema>;

/** POST /enrolment/complete */
export const enrolmentCompleteBodySchema = z.strictObject({
  token,
  password: passwordSchema,
  totp_code: z.string().regex(/^[0-9]{6}$/),
});
