import type { z } from 'zod';

/**
 * Who may make a call: anyone, anyone signed in, or holders of a permission key such as `orders.list`, or of any one of
 * several.
 */
export type Access = 'public' | 'session' | { permission: string } | { anyPermission: readonly string[] };

/**
 * The sides of a merchant on which a call exists. Calls of `both` read rows that the sides share, such as users and roles.
 * Calls of the `live` or the `test` side are rejected on the other.
 */
export type CallSide = 'both' | 'live' | 'test';

/** One call of `/prod-api`: what the server checks, the console relies on and the API description tells. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/prod-api`, parameters as `:name`. */
  path: string;
  summary: string;
  access: Allowed;
  /** If absent, the call reads and writes rows of the session's side. */
  side?: CallSide;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The call may be made without its body. */
  hasOptionalBody?: true;
  /** Reads the header `Idempotency-Key`: a repetition with the same key has no second effect. */
  idempotencyKey?: 'required' | 'optional';
  /** Headers that the call reads beside those of all calls, each with what it says; none is required. */
  headers?: Readonly<Record<string, string>>;
  data: Data;
  /** HTTP status of success; 200 when absent. */
  status?: 200 | 201;
  /** Also for those who look at the console as another role: it changes nothing, or only their session. */
  allowedInPreview?: true;
  /** Pages make it by themselves, whatever the user does: it does not keep a session from idling out. */
  inBackground?: true;
  /** The body is a file's bytes instead of JSON. */
  upload?: { maxBytes: number };
  /** The answer is a file of this media type instead of an envelope. */
  download?: string;
}

/** Keeps the schemas' types. */
export function defineCall<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  const Allowed extends Access,
>(call: Call<Params, Query, Body, Data, Allowed>): Call<Params, Query, Body, Data, Allowed> {
  return call;
}
