import { z } from 'zod';

/** Success. All other codes are errors. */
export const CODE_OK = 0;
/** The session has ended: the console signs out and shows the login page. Always sent with HTTP 401. */
export const CODE_SESSION_ENDED = 400;

/** ID of the error of a call with `stepUp` in a session that isn't confirmed. Nothing has happened. */
export const CONFIRMATION_REQUIRED = 'confirmation_required';

/** Every response of `/prod-api`, before the call's own `data` is known. */
export const envelopeSchema = z.object({
  code: z.int(),
  msg: z.string(),
  data: z.unknown(),
});

/** Details of an error, in `data`. `error` is a stable ID such as `not_found`. */
export const errorDataSchema = z.object({
  error: z.string(),
  request_id: z.string().optional(),
  /** Messages by field of the request body, already in the user's language. */
  errors: z.record(z.string(), z.string()).optional(),
  /** Stable IDs of the same problems by field, for merchants' servers. */
  reasons: z.record(z.string(), z.string()).optional(),
  /** For a gateway call above a limit of its key: the limit, and the most that one call could pay now. Minor units. */
  key_limit: z.object({ rule: z.enum(['per_call', 'per_day']), limit: z.string(), left: z.string() }).optional(),
  /** For a gateway call that differs from an earlier one with the same number: the differing parameters. */
  parameters: z.array(z.string()).optional(),
  /** For a conflict: the current record, or what the caller must choose from. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** For a quote that only the balance doesn't cover: its figures, with a negative balance afterwards. */
  quote: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorData = z.infer<typeof errorDataSchema>;

/** The JSON envelope of a successful response with `data`. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ code: z.literal(CODE_OK), msg: z.string(), data });
}
