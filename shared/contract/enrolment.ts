import { z } from 'zod';

const token = z.string().min(32).max(128);

/** POST /enrolment/check */
export const enrolmentCheckBodySchema = z.strictObject({ token });
export const enrolmentCheckDataSchema = z.object({
  username: z.string(),
  real_name: z.string().nullable(),
  /** Whether the user has no password, and is to choose one. */
  needs_password: z.boolean(),
  /** For the authenticator that is to be bound; null: the user has one. */
  totp_secret: z.string().nullable(),
  otpauth_url: z.string().nullable(),
});
export type EnrolmentCheckData = z.infer<typeof enrolmentCheckDataSchema>;

/** POST /enrolment/complete: what the link is to set, and nothing else, is looked at. */
export const enrolmentCompleteBodySchema = z.strictObject({
  token,
  /** Its rules are in shared/passwords. */
  password: z.string().min(1).max(128).optional(),
  totp_code: z
    .string()
    .regex(/^[0-9]{6}$/)
    .optional(),
});
export type EnrolmentCompleteBody = z.infer<typeof enrolmentCompleteBodySchema>;

export const enrolmentCompleteDataSchema = z.object({
  /** Told this once; none when the authenticator stayed as it is. */
  recovery_codes: z.array(z.string()),
});
export type EnrolmentCompleteData = z.infer<typeof enrolmentCompleteDataSchema>;
