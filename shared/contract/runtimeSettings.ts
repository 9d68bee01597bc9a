import { z } from 'zod';
import { AES_IV_PATTERN, AES_KEY_PATTERN } from './aesKeys.ts';
import { envelopeFormSchema } from './envelopeForm.ts';
import { RUNTIME_DEFAULTS } from './runtimeDefaults.ts';

/**
 * What a deployment may set without a rebuild: a JSON text in index.html
 * (`<script type="application/json" id="runtime-settings">`). Absent keys take these defaults.
 */
export const runtimeSettingsSchema = z.strictObject({
  apiBase: z.string().default('/prod-api'),
  productTitle: z.string().default(RUNTIME_DEFAULTS.productTitle),
  logo: z.string().default(RUNTIME_DEFAULTS.logo),
  /** Name of the global variable in which an external script leaves the client's address. */
  clientAddressGlobal: z.string().default('clientAddress'),
  clientAddressHeader: z.string().default('X-Client-Address'),
  tokenHeader: z.string().default('X-Token'),
  /** Minutes without activity after which the console signs out; null: it leaves that to the server. */
  idleMinutes: z.number().positive().nullable().default(null),
  /** True if channels may lead to the sandbox though this is no demo: the login page says so. */
  sandbox: z.boolean().default(false),
  /** How the back end's answers say what they say. */
  envelope: envelopeFormSchema.default('console'),
  /** With both set passwords are encrypted before they are sent (hexadecimal): see docs/password-encryption.md. */
  aesKey: z.string().regex(AES_KEY_PATTERN).nullable().default(null),
  aesIv: z.string().regex(AES_IV_PATTERN).nullable().default(null),
});
export type RuntimeSettings = z.infer<typeof runtimeSettingsSchema>;
