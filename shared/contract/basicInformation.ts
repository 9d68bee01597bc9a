import { z } from 'zod';
import { amountSchema } from '@merchant-console/protocol';
import { defineCall } from './call.ts';

/**
 * Longest grace period, in hours, that the server can be configured to allow. The configured limit is in
 * `md5_key.max_grace_hours`.
 */
export const MOST_GRACE_HOURS = 24 * 7;

/** A time as serialised in JSON. */
const time = z.string();

/** A key that signs gateway calls. Never contains the whole key. */
const merchantKeySchema = z.object({
  id: z.string(),
  /** The key's last four characters. */
  tail: z.string(),
  /** What it may pay out and refund per call and in 24 hours, in minor units. Null: no limit. */
  per_call_limit: amountSchema.nullable(),
  per_day_limit: amountSchema.nullable(),
  created_at: time,
  /** Null if no call has been signed with it yet. */
  last_used_at: time.nullable(),
});
export type MerchantKey = z.infer<typeof merchantKeySchema>;

export const md5KeySchema = z.object({
  /** Longest time, in hours, for which a replaced key keeps working. */
  max_grace_hours: z.int(),
  /** Null if there is no key yet. */
  current: merchantKeySchema.nullable(),
  /** The previous key while it still works, otherwise null. */
  previous: merchantKeySchema.extend({ ends_at: time }).nullable(),
});
export type Md5Key = z.infer<typeof md5KeySchema>;

export const basicInformationSchema = z.object({
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
  /** Null for the platform, which doesn't call its own gateway. */
  md5_key: md5KeySchema.nullable(),
  /** Changes that the user may make. */
  may: z.object({ edit: z.boolean(), regenerate: z.boolean(), make_key: z.boolean() }),
});
export type BasicInformation = z.infer<typeof basicInformationSchema>;

/** Fields that merchants maintain themselves, in page order, with their maximum lengths. */
export const CONTACT_FIELDS = { short_name: 60, contact_name: 60, phone: 30, email: 120 } as const;
export type ContactField = keyof typeof CONTACT_FIELDS;

/** Trimmed; null if empty. */
const text = (field: ContactField) =>
  z
    .string()
    .trim()
    .max(CONTACT_FIELDS[field])
    .nullable()
    .transform((value) => (value === '' ? null : value));

export const basicInformationBodySchema = z.strictObject({
  revision: z.int().min(1),
  short_name: text('short_name'),
  contact_name: text('contact_name'),
  phone: text('phone'),
  email: text('email'),
});

export const basicInformation = defineCall({
  id: 'basicInformation',
  method: 'GET',
  path: '/base-info/get',
  access: { permission: 'base_info.show' },
  summary: "Get the tenant's details and the state of its signing key",
  data: basicInformationSchema,
});

export const basicInformationUpdate = defineCall({
  id: 'basicInformationUpdate',
  method: 'POST',
  path: '/base-info/update',
  access: { permission: 'base_info.edit' },
  side: 'live',
  summary: "Change the tenant's short name and contact details",
  body: basicInformationBodySchema,
  data: basicInformationSchema,
});

export const md5KeyUpdate = defineCall({
  id: 'md5KeyUpdate',
  method: 'POST',
  path: '/md5-key/update',
  access: { permission: 'base_info.regenerate_key' },
  summary:
    'Create a signing key. The response is the only one that contains it. Requires the payment password and an authenticator code, in the headers or in the body; the body is optional',
  headers: {
    'X-Pay-Password': 'The payment password, unless it is in the body',
    'X-Totp-Code': 'The authenticator code, unless it is in the body',
  },
  body: z.strictObject({
    /**
     * The current key to replace, or null if there is none. A repeated request with the same ID takes effect once.
     * Default: the current key.
     */
    key_id: z.string().max(64).nullable().optional(),
    /** How long the old key still works. Default: the longest time that the server allows. */
    grace_hours: z.int().min(0).max(MOST_GRACE_HOURS).optional(),
    pay_password: z.unknown().optional().meta({ type: 'string' }),
    totp_code: z.unknown().optional().meta({ type: 'string' }),
  }),
  hasOptionalBody: true,
  data: z.object({ key: z.string(), base_info: basicInformationSchema }),
});

export const md5KeyEndOld = defineCall({
  id: 'md5KeyEndOld',
  method: 'POST',
  path: '/md5-key/end-old',
  access: { permission: 'base_info.regenerate_key' },
  summary: 'End the previous signing key immediately',
  body: z.strictObject({ key_id: z.string().max(64) }),
  data: basicInformationSchema,
});
