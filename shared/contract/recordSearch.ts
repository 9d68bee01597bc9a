import { z } from 'zod';

/** Records that one search gives at most. */
export const MAX_FOUND = 10;

/** Shorter texts begin too many numbers. */
export const MIN_SEARCH_LENGTH = 4;
export const MAX_SEARCH_LENGTH = 64;

export const recordSearchQuerySchema = z.strictObject({
  q: z.string().trim().min(MIN_SEARCH_LENGTH).max(MAX_SEARCH_LENGTH),
});

export const foundRecordSchema = z.object({
  /** Name of the declaration. */
  resource: z.string(),
  id: z.string(),
  /** What people call the record. */
  label: z.string(),
  /** The value that was found, where it is not the label. */
  detail: z.string().optional(),
});
export type FoundRecord = z.infer<typeof foundRecordSchema>;

/** GET /record-search: those with the very number first. */
export const recordSearchDataSchema = z.array(foundRecordSchema).max(MAX_FOUND);
