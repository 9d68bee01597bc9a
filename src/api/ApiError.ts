import { HttpError } from 'react-admin';
import { z } from 'zod';
import { CODE_SESSION_ENDED, errorDataSchema } from '#shared/contract/envelope.ts';

/** `answer`: the server refused; the others: no answer came, none came in time, or it is not an envelope. */
type ApiErrorKind = 'answer' | 'network' | 'timeout' | 'unreadable';

/** An envelope whose code is not 0. */
interface Refusal {
  code: number;
  msg: string;
  data?: unknown;
}

interface ForeignRefusal {
  hasEnded: boolean;
  code: string | number;
  /** '' if the back end has no words. */
  message: string;
  /** By the back end's own names. */
  errors: Record<string, string>;
}

const messagesSchema = z.record(z.string(), z.unknown());

interface Details {
  code?: number;
  errorId?: string | undefined;
  requestId?: string | undefined;
  messageKey?: string;
  messageArgs?: Record<string, string | number>;
  body?: unknown;
  current?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/**
 * The only error that a call of the API ends in, apart from an AbortError. An HttpError of react-admin, which reads
 * `status` (0 when there was no answer) and `body.errors` (messages by field, which land on the inputs of a form).
 */
export class ApiError extends HttpError {
  readonly kind: ApiErrorKind;
  /** Code of the envelope, or null when there was none. */
  readonly code: number | null;
  /** The server's stable name of the error, such as `not_found`. */
  readonly errorId: string | null;
  /** What support needs to find the request in the server's log. */
  readonly requestId: string | null;
  /** Of a conflict: the record as it is now. */
  readonly current: Readonly<Record<string, unknown>> | null;
  /** Translation key of `message`; null when the server has written it in the user's language. */
  readonly messageKey: string | null;
  readonly messageArgs: Record<string, string | number>;

  constructor(kind: ApiErrorKind, message: string, status: number, details: Details = {}) {
    super(message, status, details.body ?? null);
    // HttpError's constructor makes every instance a plain HttpError, with a stack that lacks the message.
    Object.setPrototypeOf(this, new.target.prototype);
    this.name = 'ApiError';
    this.stack = `ApiError: ${message}\n${(this.stack ?? '').replace(/^Error:?\s*\n/, '')}`;
    this.kind = kind;
    this.code = details.code ?? null;
    this.errorId = details.errorId ?? null;
    this.requestId = details.requestId ?? null;
    this.current = details.current ?? null;
    this.messageKey = details.messageKey ?? null;
    this.messageArgs = details.messageArgs ?? {};
    if (details.cause !== undefined) this.cause = details.cause;
  }

  /** The server's refusal, in its own words. */
  static refused(status: number, { code, msg, data }: Refusal): ApiError {
    const { error, request_id: requestId, errors, current } = errorDataSchema.safeParse(data).data ?? {};
    const body = { code, ...(errors && { errors: formErrors(errors, msg) }) };
    const words = msg === '' ? { messageKey: 'errors.refused', messageArgs: { code } } : {};
    const message = msg === '' ? `The server rejected this request (code ${code}).` : msg;
    return new ApiError('answer', message, status, { code, errorId: error, requestId, body, current, ...words });
  }

  /** A refusal in another form than the console's own; `code` is whatever told it. */
  static foreign(status: number, { hasEnded, code, message, errors }: ForeignRefusal): ApiError {
    const hasErrors = Object.keys(errors).length > 0;
    return new ApiError('answer', message === '' ? `The server has refused this (${code}).` : message, status, {
      ...(hasEnded && { code: CODE_SESSION_ENDED }),
      ...(message === '' && { messageKey: 'errors.refused', messageArgs: { code } }),
      body: hasErrors ? { errors: formErrors(errors, message) } : {},
    });
  }

  /** Calls the fields that messages are about by other names. */
  renameFields(rename: (name: string) => string): void {
    const errors = messagesSchema.safeParse(Reflect.get(Object(this.body), 'errors'));
    if (!errors.success) return;
    const named = Object.entries(errors.data).map(
      ([name, text]) => [name === 'root' ? name : rename(name), text] as const,
    );
    const body: unknown = this.body;
    this.body = { ...(typeof body === 'object' && body), errors: Object.fromEntries(named) };
  }

  /** The back end says that there is no such record, in a way of its own. */
  static notFound(): ApiError {
    return new ApiError('answer', 'Not found.', 404, { messageKey: 'errors.not_found' });
  }

  /** No answer, and none to be expected: offline, server down, connection cut. */
  static network(cause: unknown): ApiError {
    return new ApiError('network', 'Network Error', 0, { messageKey: 'errors.network', cause });
  }

  static timeout(ms: number): ApiError {
    return new ApiError('timeout', `timeout of ${ms}ms exceeded`, 0, {
      messageKey: 'errors.timeout',
      messageArgs: { ms },
    });
  }

  /** An answer that breaks the contract, such as the HTML page of a proxy. */
  static unreadable(status: number, cause?: unknown): ApiError {
    return new ApiError('unreadable', `The server’s response couldn’t be read (HTTP ${status}).`, status, {
      messageKey: 'errors.unreadable',
      messageArgs: { status },
      cause,
    });
  }

  /** The answer to a mapped verb has nothing of use at the place that the declaration names. */
  static misplaced(where: { resource: string; verb: string; place: string }): ApiError {
    const message = `The answer to "${where.verb}" of "${where.resource}" has nothing that fits at ${where.place}.`;
    return new ApiError('unreadable', message, 200, { messageKey: 'errors.misplaced', messageArgs: where });
  }

  /** Asking without the filter would give other rows than those wanted, so nothing is asked. */
  static filterNotMapped(where: { resource: string; filter: string }): ApiError {
    const message = `The mapping of "${where.resource}" does not say how to filter by ${where.filter}.`;
    return new ApiError('unreadable', message, 0, { messageKey: 'errors.filter_not_mapped', messageArgs: where });
  }
}

/** react-admin shows `root.serverError` for the form as a whole. A message without a field ('') is one of those. */
function formErrors({ '': whole, ...fields }: Record<string, string>, msg: string) {
  return { ...fields, root: { serverError: whole ?? msg } };
}

/** What was thrown, as an error: JavaScript lets anything be thrown. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** `refused`: certainly not done. `unknown`: it may have been done, or may be about to be. */
export type FailedOutcome = 'refused' | 'unknown';

const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;
/** The same call is being carried out already: what becomes of it is not known yet. */
const STILL_RUNNING = 'still_running';

/** What a failed call says of its effect. Only an answer in which the server says no is a no. */
export function outcomeOf(error: unknown): FailedOutcome {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return 'unknown';
  const isNo = error.status < SERVER_ERROR && error.status !== REQUEST_TIMEOUT && error.errorId !== STILL_RUNNING;
  return isNo ? 'refused' : 'unknown';
}
