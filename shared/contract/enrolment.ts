import { z } from 'zod';

const token = z.string().min(32).max(128);

/** POST /enrolment/check */
export const enrolmentCheckBodySchema = z.strictObject({ token });
export const enrolmentCheckDataSchema = z.object({
  username: z.string(),
  real_name: z.string().nullable(),
  /** True if the user has no password and must choose one. */
  needs_password: z.boolean(),
  /** Secret of the authenticator to enrol, or null if the user has one. */
  totp_secret: z.string().nullable(),
  otpauth_url: z.string().nullable(),
});
export type EnrolmentCheckData = z.infer<typeof enrolmentCheckDataSchema>;

/** POST /enrolment/complete. Ignores values that the link doesn't set. */
export const enrolmentCompleteBodySchema = z.strictObject({
  token,
  /** The rules are in shared/passwords. */
  password: z.string().min(1).max(128).optional(),
  totp_code: z
    .string()
    .regex(/^[0-9]{6}$/)
    .optional(),
});
export type EnrolmentCompleteBody = z.infer<typeof enrolmentCompleteBodySchema>;

export const enrolmentCompleteDataSchema = z.object({
  /** Returned only once. Empty if the authenticator was not changed. */
  recovery_codes: z.array(z.string()),
});
export type EnrolmentCompleteData = z.infer<typeof enrolmentCompleteDataSchema>;
