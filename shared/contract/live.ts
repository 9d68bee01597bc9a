import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import { defineCall, fileDataSchema } from './call.ts';

/** Oldest position from which a stream can resume, in milliseconds. */
export const LONGEST_ABSENCE_MS = 10 * millisecondsInMinute;

/** Marks a call made by the page itself, which doesn't keep a session from expiring. */
export const IN_BACKGROUND_HEADER = 'X-In-Background';

/** Names of the stream's events. */
export const LIVE_EVENTS = {
  /** Records of some resources have changed; `data` matches `changedSchema`. */
  changed: 'changed',
  /** The client was away for too long: anything may have changed. */
  reset: 'reset',
  /** Nothing has changed; carries a new position. */
  still: 'still',
  /** The session has ended, and the stream ends with it. */
  ended: 'ended',
} as const;

export const changedSchema = z.object({
  /** Names of lists that the user may read, or `notifications`. */
  resources: z.array(z.string()),
});

/** Age, in milliseconds, of the oldest data on the page. For a client that has no position yet. */
const ago = z.coerce.number().int().min(0).optional();

export const eventsCall = defineCall({
  id: 'events',
  method: 'GET',
  path: '/events',
  access: 'session',
  download: 'text/event-stream',
  summary: 'Stream the names of resources whose records change; resumes after the header Last-Event-ID',
  inBackground: true,
  query: z.strictObject({ ago }),
  data: fileDataSchema,
});

export const changesSince = defineCall({
  id: 'changesSince',
  method: 'GET',
  path: '/events/since',
  access: 'session',
  summary: 'Poll for the names of resources changed since a position, if no stream can be kept open',
  inBackground: true,
  query: z.strictObject({ cursor: z.string().max(16_384).optional(), ago }),
  data: changedSchema.extend({
    /** Position for the next request. */
    cursor: z.string(),
    /** True if the client was away for too long: anything may have changed. */
    is_reset: z.boolean(),
  }),
});
