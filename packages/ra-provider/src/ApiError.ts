import { HttpError } from 'react-admin';
import { z } from 'zod';
import { CODE_SESSION_ENDED, errorDataSchema } from '@merchant-console/protocol';

/**
 * `answer`: the server rejected the call. Otherwise there was no response, none in time, or one that isn't an envelope.
 */
type ApiErrorKind = 'answer' | 'network' | 'timeout' | 'unreadable';

/** An envelope with a code other than 0. */
interface Refusal {
  code: number;
  msg: string;
  data?: unknown;
}

interface ForeignRefusal {
  hasEnded: boolean;
  code: string | number;
  /** '' if the back end sends no message. */
  message: string;
  /** Keys are the back end's own field names. */
  errors: Record<string, string>;
}

const bodySchema = z.looseObject({ errors: z.record(z.string(), z.unknown()) });

interface Details {
  code?: number;
  errorId?: string | undefined;
  requestId?: string | undefined;
  messageKey?: string;
  messageArgs?: Record<string, string | number>;
  body?: unknown;
  current?: Readonly<Record<string, unknown>> | undefined;
  quote?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/**
 * The only error that an API call rejects with, besides AbortError. Extends react-admin's HttpError, which reads
 * `status` (0 without a response) and `body.errors` (messages by field, shown at a form's inputs).
 */
export class ApiError extends HttpError {
  readonly kind: ApiErrorKind;
  /** Code of the envelope, or null if there was none. */
  readonly code: number | null;
  /** The server's stable ID of the error, such as `not_found`, or null. */
  readonly errorId: string | null;
  /** ID of the request in the server's log, for support, or null. */
  readonly requestId: string | null;
  /** For a conflict: the current record, otherwise null. */
  readonly current: Readonly<Record<string, unknown>> | null;
  /** For a quote that the balance doesn't cover: its figures, otherwise null. */
  readonly quote: Readonly<Record<string, unknown>> | null;
  /** Translation key of `message`, or null if the server wrote it in the user's language. */
  readonly messageKey: string | null;
  readonly messageArgs: Record<string, string | number>;

  constructor(kind: ApiErrorKind, message: string, status: number, details: Details = {}) {
    super(message, status, details.body ?? null);
    // HttpError's constructor resets the prototype to HttpError and the stack to one without the message.
    Object.setPrototypeOf(this, new.target.prototype);
    this.name = 'ApiError';
    this.stack = `ApiError: ${message}\n${(this.stack ?? '').replace(/^Error:?\s*\n/, '')}`;
    this.kind = kind;
    this.code = details.code ?? null;
    this.errorId = details.errorId ?? null;
    this.requestId = details.requestId ?? null;
    this.current = details.current ?? null;
    this.quote = details.quote ?? null;
    this.messageKey = details.messageKey ?? null;
    this.messageArgs = details.messageArgs ?? {};
    if (details.cause !== undefined) this.cause = details.cause;
  }

  /** A rejection with the server's own message. */
  static refused(status: number, { code, msg, data }: Refusal): ApiError {
    const { error, request_id: requestId, errors, current, quote } = errorDataSchema.safeParse(data).data ?? {};
    const body = { code, ...(errors && { errors: formErrors(errors, msg) }) };
    const words = msg === '' ? { messageKey: 'errors.refused', messageArgs: { code } } : {};
    const message = msg === '' ? `The server rejected this request (code ${code}).` : msg;
    return new ApiError('answer', message, status, { code, errorId: error, requestId, body, current, quote, ...words });
  }

  /** A rejection in another format than the console's own; `code` is the value that indicated it. */
  static foreign(status: number, { hasEnded, code, message, errors }: ForeignRefusal): ApiError {
    const hasErrors = Object.keys(errors).length > 0;
    return new ApiError('answer', message === '' ? `The server has refused this (${code}).` : message, status, {
      ...(hasEnded && { code: CODE_SESSION_ENDED }),
      ...(message === '' && { messageKey: 'errors.refused', messageArgs: { code } }),
      body: hasErrors ? { errors: formErrors(errors, message) } : {},
    });
  }

  /** Renames the fields of the messages. */
  renameFields(rename: (name: string) => string): void {
    const body = bodySchema.safeParse(this.body).data;
    if (!body) return;
    const named = Object.entries(body.errors).map(
      ([name, text]) => [name === 'root' ? name : rename(name), text] as const,
    );
    this.body = { ...body, errors: Object.fromEntries(named) };
  }

  /** The other back end's way of reporting a missing record. */
  static notFound(): ApiError {
    return new ApiError('answer', 'Not found.', 404, { messageKey: 'errors.not_found' });
  }

  /** No response, and none expected: offline, server down, or connection lost. */
  static network(cause: unknown): ApiError {
    return new ApiError('network', 'Network Error', 0, { messageKey: 'errors.network', cause });
  }

  static timeout(ms: number): ApiError {
    return new ApiError('timeout', `timeout of ${ms}ms exceeded`, 0, {
      messageKey: 'errors.timeout',
      messageArgs: { ms },
    });
  }

  /** A response that violates the contract, such as a proxy's HTML page. */
  static unreadable(status: number, cause?: unknown): ApiError {
    return new ApiError('unreadable', `The server’s response couldn’t be read (HTTP ${status}).`, status, {
      messageKey: 'errors.unreadable',
      messageArgs: { status },
      cause,
    });
  }

  /** The browser couldn't store the response, so no request is made. */
  static unstored(): ApiError {
    return new ApiError('answer', 'The browser’s storage is full.', 0, { messageKey: 'errors.unstored' });
  }

  /** The response to a mapped verb has no usable value at the place that the declaration names. */
  static misplaced(where: { resource: string; verb: string; place: string }): ApiError {
    const message = `The answer to "${where.verb}" of "${where.resource}" has nothing that fits at ${where.place}.`;
    return new ApiError('unreadable', message, 200, { messageKey: 'errors.misplaced', messageArgs: where });
  }

  /** Without the filter, the response would contain unwanted rows, so no request is made. */
  static filterNotMapped(where: { resource: string; filter: string }): ApiError {
    const message = `The mapping of "${where.resource}" does not say how to filter by ${where.filter}.`;
    return new ApiError('unreadable', message, 0, { messageKey: 'errors.filter_not_mapped', messageArgs: where });
  }
}

/** react-admin shows `root.serverError` for the form as a whole, including a message without a field (''). */
function formErrors({ '': whole, ...fields }: Record<string, string>, msg: string) {
  return { ...fields, root: { serverError: whole ?? msg } };
}

/** The server's messages by field, without the message for the form as a whole. Empty for other errors. */
export function fieldMessages(error: Error): Record<string, string> {
  const errors = error instanceof ApiError ? bodySchema.safeParse(error.body).data?.errors : undefined;
  return Object.fromEntries(
    Object.entries(errors ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** An error whose message is in the user's language. */
export class WordedError extends Error {
  override readonly name = 'WordedError';
}

/** Converts a thrown value to an Error, because JavaScript can throw anything. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** `refused`: definitely not executed. `unknown`: may have been executed, or may still be. */
export type FailedOutcome = 'refused' | 'unknown';

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
/** Error ID of a call that is already in progress, so its outcome isn't known yet. */
const STILL_RUNNING = 'still_running';

/** The outcome of a failed call. Only an explicit rejection by the server counts as refused. */
export function outcomeOf(error: unknown): FailedOutcome {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return 'unknown';
  const isNo = error.status < SERVER_ERROR && error.status !== REQUEST_TIMEOUT && error.errorId !== STILL_RUNNING;
  return isNo ? 'refused' : 'unknown';
}

/** True if the same call may succeed later: after a lost connection, an error of the server, or too many calls. */
export function isPassing(error: Error): boolean {
  if (error instanceof WordedError) return false;
  return outcomeOf(error) === 'unknown' || (error instanceof ApiError && error.status === TOO_MANY_REQUESTS);
}
