/** Errors that rules throw. What HTTP and the envelope make of them is known only to http/errorMapper.ts. */

/** Message key and values, to be put into the user's language where the answer is written. */
export interface Message {
  key: string;
  args?: Record<string, string | number>;
}

export abstract class AppError extends Error {
  /** Translation key under `errors.`; also the stable id of the error on the wire. */
  readonly id: string;
  readonly args: Record<string, string | number>;
  constructor(id: string, args: Record<string, string | number> = {}) {
    super(id);
    this.name = new.target.name;
    this.id = id;
    this.args = args;
  }
}

/** The session is missing, unknown, ended or expired. */
export class SessionEndedError extends AppError {
  constructor() {
    super('session_ended');
  }
}

/** The same for an unknown user, a wrong password or code, a used code, a locked or disabled user. */
export class InvalidCredentialsError extends AppError {
  constructor() {
    super('invalid_credentials');
  }
}

/** A merchant's server has not signed its call: the same for an unknown merchant, a disabled one and a wrong signature. */
export class SignatureError extends AppError {
  constructor() {
    super('signature_invalid');
  }
}

export class ForbiddenError extends AppError {
  constructor(id = 'forbidden', args: Record<string, string | number> = {}) {
    super(id, args);
  }
}

/** The record does not exist, or is another tenant's: the two are not told apart. */
export class NotFoundError extends AppError {
  constructor(id = 'not_found') {
    super(id);
  }
}

/** The request is not in a form that can be read: broken JSON, a bad query. */
export class MalformedError extends AppError {
  constructor(id = 'malformed', args: Record<string, string | number> = {}) {
    super(id, args);
  }
}

/** Fields that one answer names: each needs a text, and a body may have 20,000 keys that nobody knows. */
const MAX_FIELDS = 100;

/** Well formed, but some fields are not right. */
export class ValidationError extends AppError {
  readonly fields: Record<string, Message>;
  constructor(fields: Record<string, Message>) {
    super('validation');
    const entries = Object.entries(fields);
    this.fields = entries.length > MAX_FIELDS ? Object.fromEntries(entries.slice(0, MAX_FIELDS)) : fields;
  }
}

/** What only the signed-in user knows or has, such as the payment password, was wrong, or is locked for now. */
export class WrongSecretError extends ValidationError {
  readonly reason: string;
  constructor(field: string, message: Message) {
    super({ [field]: message });
    this.reason = message.key;
  }
}

/**
 * The record, or what is done with it, is not in the state that the caller relied on.
 * @example new ConflictError({ current: record }) // somebody else has changed it
 * @example new ConflictError({ id: 'not_in_this_state', args: { record: 'Acme' }, current: record })
 */
export class ConflictError extends AppError {
  /** The record as it is now; null where the conflict is not about one. */
  readonly current: Readonly<Record<string, unknown>> | null;
  constructor({
    id = 'conflict',
    args = {},
    current = null,
  }: {
    id?: string;
    args?: Record<string, string | number>;
    current?: Readonly<Record<string, unknown>> | null;
  } = {}) {
    super(id, args);
    this.current = current;
  }
}

/**
 * The server can't answer for a while, such as without its database. What was asked for may have been done or not:
 * who asks again with the same Idempotency-Key has it done once.
 */
export class UnavailableError extends AppError {
  readonly retryAfterSeconds = 2;
  /** @param reason for the log; never told to the caller */
  constructor(reason: string, cause?: unknown) {
    super('unavailable');
    this.message = reason;
    this.cause = cause;
  }
}

/** Nothing was done; the same call may be made again after that time. */
export class TooManyRequestsError extends AppError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number, id = 'too_many') {
    super(id, { seconds: retryAfterSeconds });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
