import { z } from 'zod';

/** On the answer with a declaration: this very text has been checked, and nothing in it is wrong. */
export const CHECKED_HEADER = 'X-Declaration';

/** GET /resources.json: all declarations by name, as `/resources/<name>.json` gives each. */
export const declarationFilesSchema = z.record(
  z.string(),
  z.object({
    text: z.string(),
    /** As `CHECKED_HEADER`. */
    is_good: z.boolean(),
  }),
);
export type DeclarationFiles = z.infer<typeof declarationFilesSchema>;
