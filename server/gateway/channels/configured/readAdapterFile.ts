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
  /** A built-in module, a file beside this one (`./bank.ts`), or a package. */
  module: z.string().min(1),
  settings: z.record(z.string(), z.unknown()).default({}),
});
export type AdapterEntry = z.output<typeof adapterSchema>;

const fileSchema = z.record(
  z.string().regex(/^[a-z0-9_]{1,40}$/, { error: 'must be the code of a channel' }),
  adapterSchema,
);

/** Reads the adapters by the code of their channel. @throws {ChannelAdaptersError} if there is no such file, or not in its form */
export async function readAdapterFile(file: string): Promise<Readonly<Record<string, AdapterEntry>>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ChannelAdaptersError(file, [`the file cannot be read: ${error instanceof Error ? error.message : ''}`]);
  });
  const result = fileSchema.safeParse(jsonIn(text, file));
  if (result.success) return result.data;
  // Of a key that is refused, the reason is one level below.
  const issues = result.error.issues.map((issue) => ({
    path: issue.path,
    message: (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message,
  }));
  throw new ChannelAdaptersError(file, issues.map(problemOf));
}

/** One line about a value that a schema refuses: where it is, and why. The value itself may be a secret. */
export function problemOf({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const [code = '', ...keys] = path.map(String);
  return [code, keys.join('.'), message].filter((part) => part !== '').join(': ');
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new ChannelAdaptersError(file, ['the file is not JSON']);
  }
}
