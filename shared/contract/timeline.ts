import { z } from 'zod';

/** One thing that has been done with a record, from its audit record. */
export const timelineEntrySchema = z.object({
  id: z.string(),
  /** `create`, `edit`, `delete`, `reveal` or the key of an action. */
  action: z.string(),
  /** Name of who did it; null where it was the system. */
  actor: z.string().nullable(),
  /** When, ISO 8601. */
  at: z.string(),
  /** Values as on the wire: masked texts as their masks, secrets as whether there is one. */
  changes: z.array(z.object({ source: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** GET /<endpoint>/:id/timeline: the newest first. */
export const timelineSchema = z.array(timelineEntrySchema);
