import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Thrown if the file of the channels' adapters can't be used. Names each problem by its channel and key. */
export class ChannelAdaptersError extends Error {
  constructor(
    file: string,
    readonly problems: readonly string[],
  ) {
    super(`The channel adapters of ${file} are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ChannelAdaptersError';
  }
}

const adapterSchema = z.strictObject({
  /** A built-in module, a path relative to the file (`./bank.ts`), or a package. */
  module: z.string().min(1),
  settings: z.record(z.string(), z.unknown()).default({}),
});
export type AdapterEntry = z.output<typeof adapterSchema>;

const fileSchema = z.record(
  z.string().regex(/^[a-z0-9_]{1,40}$/, { error: 'must be the code of a channel' }),
  adapterSchema,
);

/**
 * Reads the adapters by channel code.
 * @throws {ChannelAdaptersError} if the file is missing or malformed
 */
export async function readAdapterFile(file: string): Promise<Readonly<Record<string, AdapterEntry>>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ChannelAdaptersError(file, [`the file cannot be read: ${error instanceof Error ? error.message : ''}`]);
  });
  const result = fileSchema.safeParse(jsonIn(text, file));
  if (result.success) return result.data;
  // For an unknown key, the reason is in the nested issues.
  const issues = result.error.issues.map((issue) => ({
    path: issue.path,
    message: (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message,
  }));
  throw new ChannelAdaptersError(file, issues.map(problemOf));
}

/** One line about an invalid value: its path and the reason. Omits the value, which may be a secret. */
export function problemOf({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const [code = '', ...keys] = path.map(String);
  return [code, keys.join('.'), message].filter((part) => part !== '').join(': ');
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The JSON parser's message would quote the file.
    throw new ChannelAdaptersError(file, ['the file is not JSON']);
  }
}
