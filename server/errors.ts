import { addHours } from 'date-fns/addHours';
import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { CONFIRMATION_REQUIRED } from '@merchant-console/protocol';
import type { Message } from '#shared/menus/Message.ts';

/** Errors that rules throw. Only http/errorMapper.ts knows their HTTP status and envelope code. */

export type { Message };

export abstract class AppError extends Error {
  /** The stable ID of the error in responses. */
  readonly id: string;
  readonly args: Record<string, string | number>;
  /** Translation key of its text, under `errors.`. */
  readonly text: string;
  constructor(id: string, args: Record<string, string | number> = {}, text = id) {
    super(id);
    this.name = new.target.name;
    this.id = id;
    this.args = args;
    this.text = text;
  }
}

/** Thrown if the session is missing, unknown, ended or expired. */
export class SessionEndedError extends AppError {
  constructor() {
    super('session_ended');
  }
}

/** Thrown for an unknown user, a wrong password or code, and locked sign-ins alike. */
export class InvalidCredentialsError extends AppError {
  /** @param most number of failures that lock sign-ins, to warn of it; otherwise null */
  constructor(most: number | null = null) {
    super(
      'invalid_credentials',
      most === null ? {} : { most },
      most === null ? undefined : 'invalid_credentials_often',
    );
  }
}

/**
 * Thrown if a gateway call isn't validly signed: for an unknown merchant, a disabled one and a wrong signature alike.
 */
export class SignatureError extends AppError {
  constructor() {
    super('signature_invalid');
  }
}

export class ForbiddenError extends AppError {
  constructor(id = 'forbidden', args: Record<string, string | number> = {}, text = id) {
    super(id, args, text);
  }
}

/**
 * Thrown if the session must first be confirmed by payment password and authenticator code. Not a `ForbiddenError`, which
 * would be logged: the console answers it by asking the user.
 */
export class ConfirmationRequiredError extends AppError {
  constructor() {
    super(CONFIRMATION_REQUIRED);
  }
}

/** Thrown if a payout or refund is above a limit of the key that signed it. */
export class KeyLimitError extends AppError {
  /** The limit, and the most that one call could pay now, in minor units. */
  readonly figures: { rule: 'per_call' | 'per_day'; limit: string; left: string };
  constructor(args: Record<string, string>, figures: KeyLimitError['figures']) {
    super('key_limit', args, `key_limit_${figures.rule}`);
    this.figures = figures;
  }
}

/** Thrown if the record doesn't exist or belongs to another tenant, without distinction. */
export class NotFoundError extends AppError {
  constructor(id = 'not_found') {
    super(id);
  }
}

/** Thrown if the path belongs to calls with other methods. */
export class MethodNotAllowedError extends AppError {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super('method_not_allowed', { methods: allowed.join(', ') });
    this.allowed = allowed;
  }
}

/** Returns what a search has found. @throws {NotFoundError} if it has found nothing */
export function orNotFound<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new NotFoundError();
  return value;
}

/** Thrown if the request can't be parsed: broken JSON, an invalid query. */
export class MalformedError extends AppError {
  constructor(id = 'malformed', args: Record<string, string | number> = {}) {
    super(id, args);
  }
}

/** Maximum number of fields in one response. Each needs a translated text, and a body may have 20,000 unknown keys. */
const MAX_FIELDS = 100;

/** Figures of a rejected quote, by key of its response. */
export type RejectedQuote = Readonly<Record<string, unknown>>;

/** Thrown if the request is well-formed but some fields are invalid. */
export class ValidationError extends AppError {
  readonly fields: Record<string, Message>;
  /** What the request would do if it were possible, or null if that isn't known. */
  readonly quote: RejectedQuote | null;
  constructor(fields: Record<string, Message>, quote: RejectedQuote | null = null) {
    super('validation');
    this.quote = quote;
    const entries = Object.entries(fields);
    this.fields = entries.length > MAX_FIELDS ? Object.fromEntries(entries.slice(0, MAX_FIELDS)) : fields;
  }
}

/** Thrown if a secret of the signed-in user, such as the payment password, is wrong or locked. */
export class WrongSecretError extends ValidationError {
  readonly reason: string;
  constructor(field: string, message: Message) {
    super({ [field]: message });
    this.reason = message.key;
  }
}

/**
 * Thrown if the record, or its state, isn't what the caller relied on.
 * @example new ConflictError({ current: record }) // another user has changed it
 * @example new ConflictError({ id: 'not_in_this_state', args: { record: 'Acme' }, current: record })
 * @example new ConflictError({ id: 'order_differs', text: 'refund_differs' }) // the text of another key
 */
export class ConflictError extends AppError {
  /** The current record, or what the caller must choose from; null if the conflict is about neither. */
  readonly current: Readonly<Record<string, unknown>> | null;
  /** Like that of `ValidationError`. */
  readonly quote: RejectedQuote | null;
  constructor({
    id = 'conflict',
    args = {},
    text = id,
    current = null,
    quote = null,
  }: {
    id?: string;
    args?: Record<string, string | number>;
    text?: string;
    current?: Readonly<Record<string, unknown>> | null;
    quote?: RejectedQuote | null;
  } = {}) {
    super(id, args, text);
    this.current = current;
    this.quote = quote;
  }
}

/** Thrown if a gateway call repeats the number of an order or refund with other parameters. */
export class OrderDiffersError extends ConflictError {
  readonly parameters: readonly string[];
  /** @param text translation key of the rejection */
  constructor(parameters: readonly string[], text: 'order_differs' | 'refund_differs') {
    super({ id: 'order_differs', args: { parameters: parameters.join(', ') }, text });
    this.parameters = parameters;
  }
}

/**
 * Thrown if the server is temporarily unable to answer, such as without its database. The effect may or may not have
 * happened: retrying with the same Idempotency-Key executes it once.
 */
export class UnavailableError extends AppError {
  readonly retryAfterSeconds = 2;
  /** @param reason for the log; never sent to the caller */
  constructor(reason: string, cause?: unknown, text = 'unavailable') {
    super('unavailable', {}, text);
    this.message = reason;
    this.cause = cause;
  }
}

/** Thrown if nothing was done and the call may be repeated after `retryAfterSeconds`. */
export class TooManyRequestsError extends AppError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number, id = 'too_many') {
    super(id, { seconds: retryAfterSeconds, smart_count: retryAfterSeconds });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Limits how often something is done in an hour.
 * @param times of what was done in the last hour, newest first
 * @throws {TooManyRequestsError} if there are `most`, with the seconds until the next one
 */
export function assertFewLately(times: readonly Date[], most: number, now: Date): void {
  const first = times[most - 1];
  if (!first) return;
  throw new TooManyRequestsError(differenceInSeconds(addHours(first, 1), now, { roundingMethod: 'ceil' }));
}
