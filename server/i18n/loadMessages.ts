import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readMessages } from '@merchant-console/declaration/node';
import { LANGUAGES, type Language } from '@merchant-console/declaration/languages';
import { mergeMessages, type Messages } from '@merchant-console/declaration';

const messagesSchema: z.ZodType<Messages> = z.lazy(() => z.record(z.string(), z.union([z.string(), messagesSchema])));

/** Folders of texts below `folder`: those shared by the whole product, and those of one part. */
const PARTS = ['', 'login', 'pages', 'server'];

/**
 * Reads the product's messages, some files per language, and those of declarations. In the result `errors` also contains the `refusals`, which only
 * the server uses and the console doesn't load.
 */
export async function loadMessages(folder: string): Promise<Record<Language, Messages>> {
  const entries = await Promise.all(
    LANGUAGES.map(async (language): Promise<[Language, Messages]> => {
      const parts = await Promise.all(
        PARTS.map(async (part) => {
          const text = await readFile(path.join(folder, part, `${language}.json`), 'utf8');
          return messagesSchema.parse(JSON.parse(text));
        }),
      );
      const whole = await readMessages(language);
      for (const part of parts) mergeMessages(whole, part);
      return [language, withRefusals(whole)];
    }),
  );
  return z.record(z.enum(LANGUAGES), messagesSchema).parse(Object.fromEntries(entries));
}

function withRefusals({ errors, refusals, ...texts }: Messages): Messages {
  return { ...texts, errors: { ...branch(errors), ...branch(refusals) } };
}

function branch(texts: Messages[string] | undefined): Messages {
  return typeof texts === 'object' ? texts : {};
}
