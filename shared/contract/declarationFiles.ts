import { z } from 'zod';

/** Header of a declaration's response. Means that this exact text has been checked and has no problems. */
export const CHECKED_HEADER = 'X-Declaration';

/** GET /resources.json: all declarations by name, each as in `/resources/<name>.json`. */
export const declarationFilesSchema = z.record(
  z.string(),
  z.object({
    text: z.string(),
    /** See `CHECKED_HEADER`. */
    is_good: z.boolean(),
  }),
);
export type DeclarationFiles = z.infer<typeof declarationFilesSchema>;
