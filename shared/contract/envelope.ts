import { z } from 'zod';

/** Success. Every other code is an error. */
export const CODE_OK = 0;
/** The session has ended: the console signs out and shows the login page. Always sent with HTTP 401. */
export const CODE_SESSION_ENDED = 400;

/** What every answer of `/prod-api` looks like, before the caller's own `data` is known. */
export const envelopeSchema = z.object({
  code: z.int(),
  msg: z.string(),
  data: z.unknown(),
});

/** Details of an error answer, in `data`. `error` is a stable id such as `not_found`. */
export const errorDataSchema = z.object({
  error: z.string(),
  request_id: z.string().optional(),
  /** Messages by field of the request body, already in the user's language. */
  errors: z.record(z.string(), z.string()).optional(),
  /** By the same names, the stable id of what is wrong: for merchants' servers. */
  reasons: z.record(z.string(), z.string()).optional(),
  /** Of a conflict: the record as it is now. */
  current: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorData = z.infer<typeof errorDataSchema>;

/** The JSON shape of a successful answer carrying `data`. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ code: z.literal(CODE_OK), msg: z.string(), data });
}
