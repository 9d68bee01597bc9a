import { z } from 'zod';
import { AES_IV_PATTERN, AES_KEY_PATTERN } from './aesKeys.ts';
import { envelopeFormSchema } from '@merchant-console/protocol';
import { labelSchema } from '@merchant-console/declaration';
import { AUTHENTICATOR_USES, RUNTIME_DEFAULTS } from './runtimeDefaults.ts';

/**
 * Settings of a deployment that need no rebuild, as JSON in index.html (`<script type="application/json"
 * id="runtime-settings">`). Absent keys have these defaults.
 */
export const runtimeSettingsSchema = z.strictObject({
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
  /** Format of the back end's responses. */
  envelope: envelopeFormSchema.default('console'),
  /** If both are set, passwords are encrypted before they are sent (hexadecimal), see docs/password-encryption.md. */
  aesKey: z.string().regex(AES_KEY_PATTERN).nullable().default(null),
  aesIv: z.string().regex(AES_IV_PATTERN).nullable().default(null),
});
export type RuntimeSettings = z.infer<typeof runtimeSettingsSchema>;
