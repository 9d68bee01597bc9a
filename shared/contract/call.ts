import { z } from 'zod';

/**
 * Who may make a call: anyone, any signed-in user, or users with a permission key such as `orders.list` or with any one
 * of several.
 */
export type Access = 'public' | 'session' | { permission: string } | { anyPermission: readonly string[] };

/**
 * The sides of a merchant on which a call exists. Calls of `both` read rows that the sides share, such as users and roles.
 * Calls of the `live` or the `test` side are rejected on the other.
 */
export type CallSide = 'both' | 'live' | 'test';

/** One call of `/prod-api`, checked by the server, relied on by the console and published in the API description. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/prod-api`, with parameters as `:name`. */
  path: string;
  summary: string;
  access: Allowed;
  /** If absent, the call reads and writes rows of the session's side. */
  side?: CallSide;
  params?: Params;
  query?: Query;
  body?: Body;
  /** True if the body may be omitted. */
  hasOptionalBody?: true;
  /** Reads the header `Idempotency-Key`: a repeated call with the same key has no second effect. */
  idempotencyKey?: 'required' | 'optional';
  /** Optional headers that this call reads besides those of all calls, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  data: Data;
  /** HTTP status of success. Default: 200. */
  status?: 200 | 201;
  /**
   * Also allowed while the user previews the console as another role, because the call changes nothing or only the
   * user's session.
   */
  allowedInPreview?: true;
  /**
   * Changes who may act or where money may go, always or with some bodies. Rejected with `CONFIRMATION_REQUIRED` unless the
   * session was confirmed by payment password and authenticator code in the last minutes, see `confirmSession`.
   */
  stepUp?: 'always' | 'sometimes';
  /** Made by pages without user activity, so it doesn't keep a session from expiring. */
  inBackground?: true;
  /** The body is a file's bytes instead of JSON. */
  upload?: { maxBytes: number };
  /** Media type of the response if it is a file instead of an envelope. */
  download?: string;
}

/** Data of a call whose response is a file or a stream, which only the server can read. */
export const fileDataSchema = z.custom<{ body: unknown; headers: Readonly<Record<string, string>> }>();

/** Preserves the schemas' types. */
export function defineCall<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  const Allowed extends Access,
>(call: Call<Params, Query, Body, Data, Allowed>): Call<Params, Query, Body, Data, Allowed> {
  return call;
}
