import { z } from 'zod';
import { labelSchema } from '@merchant-console/declaration';
import { defineCall } from './call.ts';

/** Events of stored records, besides `WEBHOOK_EVENTS`. */
export const webhookEvents = defineCall({
  id: 'webhookEvents',
  method: 'GET',
  path: '/webhook-events',
  data: z.array(
    z.object({
      /** The resource and its title. */
      name: z.string(),
      label: labelSchema,
      events: z.array(
        z.object({
          /** Such as `tickets.solve`. */
          event: z.string(),
          /** Name of the action, or null for `create`, `edit` and `delete`. */
          label: labelSchema.nullable(),
        }),
      ),
    }),
  ),
  summary: 'List the events of stored records that webhook endpoints can receive, of resources that the user may see',
  access: { permission: 'webhook_endpoints.list' },
  inBackground: true,
});
export type EventGroup = z.infer<typeof webhookEvents.data>[number];
