import { z } from 'zod';
import { WEBHOOK_EVENTS } from './webhooks.ts';

/** The call of `npm run listen`, signed like a gateway call with a test key: `POST /gateway/listen`. */

export const listenSchema = z.strictObject({
  /** ID of the program, which it chooses. */
  listener: z.uuid(),
  /** IDs of the events of the last response, separated by spaces. They aren't sent again. */
  received: z
    .string()
    .regex(/^[0-9a-f-]{36}( [0-9a-f-]{36}){0,19}$/)
    .optional(),
});
export type ListenBody = z.output<typeof listenSchema>;

export const listenDataSchema = z.object({
  /** Oldest first. */
  events: z.array(
    z.object({
      id: z.uuid(),
      type: z.enum(WEBHOOK_EVENTS),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string(),
    }),
  ),
});
export type ListenData = z.infer<typeof listenDataSchema>;
