import { z } from 'zod';
import { defineCall } from './call.ts';

/** Most IDs of one `userNames` call. */
export const MOST_NAMES = 200;

export const userNames = defineCall({
  id: 'userNames',
  method: 'GET',
  path: '/user-names',
  summary: 'Get the names of users of the own merchant by their IDs, without the right to list users',
  access: 'session',
  side: 'both',
  query: z.strictObject({
    ids: z
      .string()
      .max(MOST_NAMES * 40)
      .describe('IDs, separated by commas')
      .transform((text) => text.split(','))
      .pipe(z.array(z.string()).max(MOST_NAMES)),
  }),
  data: z.array(z.object({ id: z.string(), name: z.string() })),
});
