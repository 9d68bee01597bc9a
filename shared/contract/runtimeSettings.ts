import { z } from 'zod';
import { labelSchema } from '@merchant-console/declaration';
import { envelopeFormSchema, placeSchema } from '@merchant-console/protocol';
import { AES_IV_PATTERN, AES_KEY_PATTERN } from './aesKeys.ts';
import { AUTHENTICATOR_USES, RUNTIME_DEFAULTS } from './runtimeDefaults.ts';

/** Subjects whose calls a back end may lack. The console then neither makes them nor shows what needs them. */
export const SUBJECTS = [
  'logout',
  'user',
  'menu',
  'dashboard',
  'account',
  'notifications',
  'events',
  'search',
] as const;
export type Subject = (typeof SUBJECTS)[number];
/** What a back end may lack. Without a sign-in, there is nothing to sign out of. */
export type Lack = Subject | 'signIn';

/** The sign-in of another back end: one call, whose response contains a token. */
const signInSchema = z.strictObject({
  /** Below `apiBase`. */
  path: z
    .string()
    .regex(/^[^/?#\s][^?#\s]*$/)
    .default('login'),
  /** The back end's names of the fields. Dots lead into objects: `user.email`. */
  fields: z
    .strictObject({
      username: z.string().min(1).default('username'),
      password: z.string().min(1).default('password'),
      totp_code: z.string().min(1).default('totp_code'),
    })
    .prefault({}),
  /** Places in the whole response. */
  answer: z.strictObject({
    token: placeSchema,
    /** The user's name. Without a place, the username. */
    name: placeSchema.optional(),
    /** Seconds that the token lasts, or its end as seconds since 1970 or as an ISO time. Without a place, no end. */
    expires: placeSchema.optional(),
  }),
});
export type SignIn = z.infer<typeof signInSchema>;

const resourceName = z.string().regex(/^[a-z][a-z0-9_]*$/);
const pageSchema = z.union([
  resourceName,
  z.strictObject({ resource: resourceName, title: labelSchema.optional(), icon: z.string().optional() }),
]);
const groupSchema = z.strictObject({
  title: labelSchema,
  icon: z.string().optional(),
  pages: z.array(pageSchema).min(1),
});
export type DeclaredPage = z.infer<typeof pageSchema>;
export type DeclaredGroup = z.infer<typeof groupSchema>;

/**
 * Settings of a deployment that need no rebuild, as JSON in index.html (`<script type="application/json"
 * id="runtime-settings">`). Absent keys have these defaults.
 */
export const runtimeSettingsSchema = z
  .strictObject({
    apiBase: z.string().default('/prod-api'),
    productTitle: z.string().default(RUNTIME_DEFAULTS.productTitle),
    logo: z.string().default(RUNTIME_DEFAULTS.logo),
    /** Name of the global variable in which an external script stores the client's address. */
    clientAddressGlobal: z.string().default('clientAddress'),
    clientAddressHeader: z.string().default('X-Client-Address'),
    tokenHeader: z.string().default('X-Token'),
    /** Minutes without activity after which the console signs out, or null to leave it to the server. */
    idleMinutes: z.number().positive().nullable().default(null),
    /** Whether a sign-in has a code of an authenticator: always, if the user has one, or never. */
    authenticator: z.enum(AUTHENTICATOR_USES).default('required'),
    /** Text beside the sign-in form, in one language or several. Null for that of the console. */
    tagline: labelSchema.nullable().default(null),
    /** True if channels may lead to the sandbox outside a demo. The login page then says so. */
    sandbox: z.boolean().default(false),
    /** If both are set, passwords are encrypted before they are sent (hexadecimal), see docs/password-encryption.md. */
    aesKey: z.string().regex(AES_KEY_PATTERN).nullable().default(null),
    aesIv: z.string().regex(AES_IV_PATTERN).nullable().default(null),
    /** Format of the back end's responses. */
    envelope: envelopeFormSchema.default('console'),
    /** How users sign in: as at this project's server (null), by another call, or not at all. */
    signIn: z
      .union([z.literal('none'), signInSchema])
      .nullable()
      .default(null),
    /** The subjects whose calls the back end has. */
    calls: z.array(z.enum(SUBJECTS)).default([...SUBJECTS]),
    /** Declared resources, and groups of them, in place of the back end's menu tree. */
    menu: z
      .array(z.union([pageSchema, groupSchema]))
      .min(1)
      .nullable()
      .default(null),
    /** Address that opens after sign-in, and instead of `/`. Null for the dashboard, or the first page without one. */
    home: z
      .string()
      .regex(/^\/[^/\\\s]\S*$/)
      .nullable()
      .default(null),
    /** Text above each page, in one language or several. */
    notice: labelSchema.nullable().default(null),
    /** Currency of amounts without one, if the sign-in doesn't name it. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
  })
  .refine(({ menu, calls }) => menu !== null || calls.includes('menu'), {
    path: ['menu'],
    error: 'Name the declared resources, because “calls” has no “menu”.',
  })
  .refine(({ signIn, menu }) => signIn !== 'none' || menu !== null, {
    path: ['menu'],
    error: 'Name the declared resources, because there is no sign-in.',
  });
export type RuntimeSettings = z.infer<typeof runtimeSettingsSchema>;
