import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Language } from '../languages.ts';
import type { Messages } from '../texts/translator.ts';

const messagesSchema: z.ZodType<Messages> = z.lazy(() => z.record(z.string(), z.union([z.string(), messagesSchema])));

/** The texts of the checker's problems, below `declaration`. The console imports the files themselves. */
export async function readMessages(language: Language): Promise<Messages> {
  const file = new URL(`../../messages/${language}.json`, import.meta.url);
  return messagesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
