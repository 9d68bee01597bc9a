import { z } from 'zod';
import { defineCall } from './call.ts';

/** More than any setting of the server allows; what it does allow is in `md5_key.max_grace_hours`. */
export const MOST_GRACE_HOURS = 24 * 7;

/** As the wire has a time. */
const time = z.string();

/** A key that calls to the gateway are signed with: never whole. */
export const merchantKeySchema = z.object({
  id: z.string(),
  /** Its last four characters. */
  tail: z.string(),
  created_at: time,
  /** Null: no call has been signed with it yet. */
  last_used_at: time.nullable(),
});
export type MerchantKey = z.infer<typeof merchantKeySchema>;

export const md5KeySchema = z.object({
  /** How long at most an old key still works after it has been replaced. */
  max_grace_hours: z.int(),
  /** Null: there is none yet. */
  current: merchantKeySchema.nullable(),
  /** The one before, while it still works. */
  previous: merchantKeySchema.extend({ ends_at: time }).nullable(),
});
export type Md5Key = z.infer<typeof md5KeySchema>;

export const baseInfoSchema = z.object({
  revision: z.int(),
  merchant_no: z.string(),
  name: z.string(),
  short_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  currency: z.string(),
  time_zone: z.string(),
  status: z.enum(['active', 'disabled']),
  created_at: time,
  /** Null for the platform, which makes no calls to its own gateway. */
  md5_key: md5KeySchema.nullable(),
  /** What of it the asker may do. */
  may: z.object({ edit: z.boolean(), regenerate: z.boolean() }),
});
export type BaseInfo = z.infer<typeof baseInfoSchema>;

/** What the merchant keeps itself, in the order of the page, with how long each may be. */
export const CONTACT_FIELDS = { short_name: 60, contact_name: 60, phone: 30, email: 120 } as const;
export type ContactField = keyof typeof CONTACT_FIELDS;

/** Without the spaces around it; null for nothing. */
const text = (field: ContactField) =>
  z
    .string()
    .trim()
    .max(CONTACT_FIELDS[field])
    .nullable()
    .transform((value) => (value === '' ? null : value));

export const baseInfoBodySchema = z.strictObject({
  revision: z.int().min(1),
  short_name: text('short_name'),
  contact_name: text('contact_name'),
  phone: text('phone'),
  email: text('email'),
});
export type BaseInfoBody = z.input<typeof baseInfoBodySchema>;

export const baseInfo = defineCall({
  id: 'baseInfo',
  method: 'GET',
  path: '/base-info/get',
  access: { permission: 'base_info.show' },
  summary: 'What is known about the tenant, and about the key that it signs its calls with',
  data: baseInfoSchema,
});

export const baseInfoUpdate = defineCall({
  id: 'baseInfoUpdate',
  method: 'POST',
  path: '/base-info/update',
  access: { permission: 'base_info.edit' },
  side: 'live',
  summary: 'Change the short name and how the tenant is reached',
  body: baseInfoBodySchema,
  data: baseInfoSchema,
});

export const md5KeyUpdate = defineCall({
  id: 'md5KeyUpdate',
  method: 'POST',
  path: '/md5-key/update',
  access: { permission: 'base_info.regenerate_key' },
  summary:
    'Make a new key to sign calls with, which is answered this once. Needs the payment password and an authenticator code, in the headers or in the body; a body is not needed',
  headers: { 'X-Pay-Password': 'The payment password, unless the body has it', 'X-Totp-Code': 'As X-Pay-Password' },
  body: z.strictObject({
    /** The key in force that it replaces, null for none: said twice, it is done once. Absent: the one in force. */
    key_id: z.string().max(64).nullable().optional(),
    /** How long the old one still works; absent: as long as the server's setting allows. */
    grace_hours: z.int().min(0).max(MOST_GRACE_HOURS).optional(),
    pay_password: z.unknown().optional().meta({ type: 'string' }),
    totp_code: z.unknown().optional().meta({ type: 'string' }),
  }),
  hasOptionalBody: true,
  data: z.object({ key: z.string(), base_info: baseInfoSchema }),
});

export const md5KeyEndOld = defineCall({
  id: 'md5KeyEndOld',
  method: 'POST',
  path: '/md5-key/end-old',
  access: { permission: 'base_info.regenerate_key' },
  summary: 'End the key before the one in force at once',
  body: z.strictObject({ key_id: z.string().max(64) }),
  data: baseInfoSchema,
});
