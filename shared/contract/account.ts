import { z } from 'zod';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { defineCall } from './call.ts';
import { notificationKindSchema } from './notifications.ts';
import { RECOVERY_CODE } from './recoveryCode.ts';

/** The calls by which users read and change their own account. Any signed-in user may make them. */
const access = 'session';

const PATH = '/own-account';
/** IANA name such as `Asia/Tokyo` or `Etc/GMT+3`. Offsets aren't accepted. */
const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/);

const accountSchema = z.object({
  username: z.string(),
  real_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Incremented by each change of phone or email, by any user. */
  revision: z.int(),
  roles: z.array(z.string()),
  /** The user's own time zone, or null if the merchant's applies. */
  time_zone: z.string().nullable(),
  tenant_time_zone: z.string(),
  recovery_codes_left: z.int(),
  /** Kinds that the user can receive. Security kinds are always on. */
  notifications: z.array(z.object({ kind: notificationKindSchema, is_on: z.boolean(), is_security: z.boolean() })),
  /**
   * Monthly statements by email, in `language`, or null if they are off. Null if the user may not export statements or
   * the server sends no email.
   */
  statement_mail: z.object({ language: z.enum(LANGUAGES).nullable() }).nullable(),
});
export type Account = z.infer<typeof accountSchema>;

export const account = defineCall({
  id: 'account',
  method: 'GET',
  path: PATH,
  access,
  side: 'both',
  summary: "Get the signed-in user's account",
  data: accountSchema,
});

const contactBodySchema = z.strictObject({
  phone: z.string().max(40).nullable(),
  email: z.string().max(200).nullable(),
  revision: z.int(),
});
export type ContactBody = z.infer<typeof contactBodySchema>;

export const ownContact = defineCall({
  id: 'ownContact',
  method: 'PUT',
  path: `${PATH}/contact`,
  access,
  side: 'both',
  summary: "Change the user's phone number and email address",
  stepUp: 'always',
  body: contactBodySchema,
  data: accountSchema,
});

export const ownTimeZone = defineCall({
  id: 'ownTimeZone',
  method: 'PUT',
  path: `${PATH}/time-zone`,
  access,
  side: 'both',
  summary: "Set the user's time zone for display and input; null selects the merchant's",
  body: z.strictObject({ time_zone: timeZone.nullable() }),
  data: accountSchema,
});

export const ownNotificationChoices = defineCall({
  id: 'ownNotificationChoices',
  method: 'PUT',
  path: `${PATH}/notifications`,
  access,
  side: 'both',
  summary: 'Turn a kind of notifications on or off',
  body: z.strictObject({ kind: notificationKindSchema, is_on: z.boolean() }),
  data: accountSchema,
});

export const ownStatementMail = defineCall({
  id: 'ownStatementMail',
  method: 'PUT',
  path: `${PATH}/statement-mail`,
  access,
  side: 'both',
  stepUp: 'sometimes',
  summary: "Turn monthly statements by email on, in the request's language, or off",
  body: z.strictObject({ is_on: z.boolean() }),
  data: accountSchema,
});

const ownSessionSchema = z.object({
  id: z.string(),
  is_current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const ownSessions = defineCall({
  id: 'ownSessions',
  method: 'GET',
  path: `${PATH}/sessions`,
  access,
  side: 'both',
  summary: "List the user's sessions, the current one first",
  data: z.array(ownSessionSchema),
});

export const endOwnSession = defineCall({
  id: 'endOwnSession',
  method: 'POST',
  path: `${PATH}/sessions/:session_id/end`,
  access,
  side: 'both',
  summary: "End one of the user's sessions",
  params: z.object({ session_id: z.uuid() }),
  data: z.null(),
});

export const endOtherSessions = defineCall({
  id: 'endOtherSessions',
  method: 'POST',
  path: `${PATH}/sessions/end-others`,
  access,
  side: 'both',
  summary: "End the user's other sessions",
  data: z.object({ ended: z.int() }),
});

const totpCode = z.string().regex(/^[0-9]{6}$/);

export const beginAuthenticator = defineCall({
  id: 'beginAuthenticator',
  method: 'POST',
  path: `${PATH}/authenticator`,
  access,
  side: 'both',
  summary: 'Create the secret of a new authenticator; the old one works until the new one is confirmed',
  body: z.strictObject({
    password: z.string().min(1).max(128),
    /** A code of the current authenticator, or a recovery code. */
    totp_code: z.string().regex(new RegExp(`^[0-9]{6}$|${RECOVERY_CODE.source}`)),
  }),
  data: z.object({ totp_secret: z.string(), otpauth_url: z.string(), expires_at: z.iso.datetime() }),
});

const recoveryCodesSchema = z.object({
  /** Returned only once. */
  recovery_codes: z.array(z.string()),
});

export const confirmAuthenticator = defineCall({
  id: 'confirmAuthenticator',
  method: 'POST',
  path: `${PATH}/authenticator/confirm`,
  access,
  side: 'both',
  summary:
    "Confirm the new authenticator with one of its codes; replaces the old one and ends the user's other sessions",
  body: z.strictObject({ totp_code: totpCode }),
  data: recoveryCodesSchema,
});

export const renewRecoveryCodes = defineCall({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  access,
  side: 'both',
  summary: 'Create new recovery codes; the old ones stop working',
  body: z.strictObject({ totp_code: totpCode }),
  data: recoveryCodesSchema,
});
