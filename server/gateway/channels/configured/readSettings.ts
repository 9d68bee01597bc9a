import { z } from 'zod';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { ChannelModule } from '../ChannelModule.ts';
import { problemOf, type AdapterEntry } from './readAdapterFile.ts';

/** How a secret is written in the file: the output of `npm run channel:secret`. */
export const encryptedSchema = z.strictObject({ encrypted: z.string() });

type Read<Settings> = { settings: Settings } | { problems: readonly string[] };

/** Opens a channel's secrets and checks its settings. Problems name the channel and the key, never a value. */
export function readSettings<Settings>(
  code: string,
  { settings: given }: AdapterEntry,
  module: ChannelModule<Settings>,
  cipher: Pick<Cipher, 'decrypt'>,
): Read<Settings> {
  const problems: string[] = [];
  const refuse = (key: string, message: string) => problems.push(problemOf({ path: [code, 'settings', key], message }));
  const opened = Object.entries(given).map(([key, value]): [string, unknown] => {
    const { data: sealed } = encryptedSchema.safeParse(value);
    if (!sealed) {
      if (module.secrets.includes(key)) refuse(key, 'is a secret: encrypt it with npm run channel:secret');
      return [key, value];
    }
    try {
      return [key, cipher.decrypt(sealed.encrypted)];
    } catch {
      refuse(key, 'was encrypted with another data key, or was changed');
      return [key, undefined];
    }
  });
  if (problems.length > 0) return { problems };
  const result = module.settings.safeParse(Object.fromEntries(opened));
  if (result.success) return { settings: result.data };
  const { issues } = result.error;
  return { problems: issues.map(({ path, message }) => problemOf({ path: [code, 'settings', ...path], message })) };
}
