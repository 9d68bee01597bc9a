import { z } from 'zod';

/**
 * What a deletion does to other records: `delete` deletes them too, `clear` empties their reference. The others prevent
 * the deletion: `refuse` because they refer to a record, `forbidden` because the user may not delete them, `state`
 * because their state doesn't allow it.
 */
export const deletionEffectSchema = z.object({
  /** Null if the user may not list these records. */
  resource: z.string().nullable(),
  /** Name of the resource in the user's language, or null like `resource`. */
  title: z.string().nullable(),
  effect: z.enum(['delete', 'clear', 'refuse', 'forbidden', 'state']),
  /** Number of records. */
  count: z.int().min(1),
});
export type DeletionEffect = z.infer<typeof deletionEffectSchema>;

/** What would happen if records were deleted now. */
export const deletionSchema = z.object({ effects: z.array(deletionEffectSchema) });

/** Maximum number of records that a call may ask about. */
export const MOST_ASKED_DELETIONS = 1_000;
