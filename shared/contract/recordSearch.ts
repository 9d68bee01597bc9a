import { z } from 'zod';

/** Most records that one search returns. */
export const MAX_FOUND = 10;

/** Shorter texts are the prefix of too many numbers. */
const MIN_SEARCH_LENGTH = 4;
export const MAX_SEARCH_LENGTH = 64;

export const recordSearchQuerySchema = z.strictObject({
  q: z.string().trim().min(MIN_SEARCH_LENGTH).max(MAX_SEARCH_LENGTH),
});

const foundRecordSchema = z.object({
  /** Name of the declaration. */
  resource: z.string(),
  id: z.string(),
  /** Name of the record. */
  label: z.string(),
  /** The matching value, if it isn't the label. */
  detail: z.string().optional(),
});
export type FoundRecord = z.infer<typeof foundRecordSchema>;

/** GET /record-search: exact matches first. */
export const recordSearchDataSchema = z.array(foundRecordSchema).max(MAX_FOUND);
