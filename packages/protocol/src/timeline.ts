import { z } from 'zod';

/** One past action on a record, from its audit record. */
const timelineEntrySchema = z.object({
  id: z.string(),
  /** `create`, `edit`, `delete`, `reveal` or the key of an action. */
  action: z.string(),
  /** Name of the user, or null if the system did it. */
  actor: z.string().nullable(),
  /** Time, ISO 8601. */
  at: z.string(),
  /** Serialised values: masked texts as their masks, secrets as whether there is one. */
  changes: z.array(z.object({ source: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** GET /<endpoint>/:id/timeline: newest first. */
export const timelineSchema = z.array(timelineEntrySchema);
