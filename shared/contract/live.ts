import { z } from 'zod';
import { defineCall } from './call.ts';

/** How old a position may be to be gone on from, in milliseconds. */
export const LONGEST_ABSENCE_MS = 10 * 60_000;

/** Marks a call that a page makes by itself: it does not keep a session from idling out. */
export const IN_BACKGROUND_HEADER = 'X-In-Background';

/** What the parts of the stream are called. */
export const LIVE_EVENTS = {
  /** Records of some resources have changed; `data` is of `changedSchema`. */
  changed: 'changed',
  /** Too long away: anything may have changed. */
  reset: 'reset',
  /** Nothing has; its position counts. */
  still: 'still',
  /** The session has ended, and the stream with it. */
  ended: 'ended',
} as const;

export const changedSchema = z.object({
  /** Of lists that the user may read, and `notifications`. */
  resources: z.array(z.string()),
});

/** How long ago, in milliseconds, the oldest of what the page shows was read; for whoever has no position yet. */
const ago = z.coerce.number().int().min(0).optional();

/** The server alone knows what a file in an answer is. */
export function eventsCall<D extends z.ZodType>(stream: D) {
  return defineCall({
    id: 'events',
    method: 'GET',
    path: '/events',
    access: 'session',
    download: 'text/event-stream',
    summary: 'Names, as it happens, the resources whose records have changed; goes on from the header Last-Event-ID',
    inBackground: true,
    query: z.strictObject({ ago }),
    data: stream,
  });
}

export const changesSince = defineCall({
  id: 'changesSince',
  method: 'GET',
  path: '/events/since',
  access: 'session',
  summary: 'The same for those who cannot keep a stream open: what has changed since a position',
  inBackground: true,
  query: z.strictObject({ cursor: z.string().max(16_384).optional(), ago }),
  data: changedSchema.extend({
    /** The position to ask from next. */
    cursor: z.string(),
    /** Too long away: anything may have changed. */
    is_reset: z.boolean(),
  }),
});
