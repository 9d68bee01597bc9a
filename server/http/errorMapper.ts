import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODE_SESSION_ENDED, type ErrorData } from '@merchant-console/protocol';
import {
  AppError,
  ConfirmationRequiredError,
  ConflictError,
  ForbiddenError,
  InvalidCredentialsError,
  KeyLimitError,
  MalformedError,
  MethodNotAllowedError,
  NotFoundError,
  OrderDiffersError,
  SessionEndedError,
  SignatureError,
  TooManyRequestsError,
  UnavailableError,
  ValidationError,
} from '../errors.ts';
import type { TranslateError } from './errorTexts.ts';

/** The only place that maps errors to HTTP statuses. */
const STATUS_OF: [new (...args: never[]) => AppError, number][] = [
  [SessionEndedError, 401],
  [InvalidCredentialsError, 401],
  [SignatureError, 401],
  [ForbiddenError, 403],
  [KeyLimitError, 403],
  [ConfirmationRequiredError, 403],
  [NotFoundError, 404],
  [MethodNotAllowedError, 405],
  [ConflictError, 409],
  [ValidationError, 422],
  [MalformedError, 400],
  [TooManyRequestsError, 429],
  [UnavailableError, 503],
];

/** Fastify's own errors, mapped to IDs of our catalogue. */
const FRAMEWORK_ERRORS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type',
};

/** HTTP status of any thrown error. */
export function statusOf(error: FastifyError | AppError): number {
  return answerOf(error).status;
}

interface Answer {
  status: number;
  code: number;
  id: string;
  /** Translation key under `errors.`. */
  text: string;
  args: Record<string, string | number>;
}

function answerOf(error: FastifyError | AppError): Answer {
  if (error instanceof AppError) {
    const status = STATUS_OF.find(([type]) => error instanceof type)?.[1] ?? 500;
    const code = error instanceof SessionEndedError ? CODE_SESSION_ENDED : status * 100;
    return { status, code, id: error.id, text: error.text, args: error.args };
  }
  const status = error.statusCode ?? 500;
  const id = status >= 500 ? 'internal' : (FRAMEWORK_ERRORS[error.code] ?? 'malformed');
  return { status, code: status * 100, id, text: id, args: {} };
}

/** Sets `Retry-After` if the error says how long to wait. */
export function setRetryAfter(reply: FastifyReply, error: Error): void {
  if (error instanceof TooManyRequestsError || error instanceof UnavailableError) {
    void reply.header('Retry-After', error.retryAfterSeconds);
  }
}

/**
 * Turns any thrown error into an envelope in the user's language. Internal errors are logged and not shown.
 * @param toldOfFields `reasons` adds the stable ID of each field's problem, for API clients
 */
export function mapErrors(
  app: FastifyInstance,
  translate: TranslateError,
  toldOfFields: 'texts' | 'reasons' = 'texts',
): void {
  const send = (request: FastifyRequest, reply: FastifyReply, error: FastifyError | AppError) => {
    const { status, code, id, text, args } = answerOf(error);
    const t = translate(request);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    setRetryAfter(reply, error);
    if (error instanceof MethodNotAllowedError) void reply.header('Allow', error.allowed.join(', '));
    const data: ErrorData = { error: id, request_id: request.id };
    if (error instanceof ValidationError) {
      data.errors = Object.fromEntries(
        Object.entries(error.fields).map(([field, { key, args: values, label }]) => [field, t(key, values, label)]),
      );
      if (toldOfFields === 'reasons') {
        data.reasons = Object.fromEntries(Object.entries(error.fields).map(([field, { key }]) => [field, key]));
      }
    }
    if (error instanceof KeyLimitError) data.key_limit = error.figures;
    if (error instanceof OrderDiffersError) data.parameters = [...error.parameters];
    if (error instanceof ConflictError && error.current) data.current = { ...error.current };
    if ((error instanceof ValidationError || error instanceof ConflictError) && error.quote) {
      data.quote = { ...error.quote };
    }
    return reply.status(status).send({ code, msg: t(text, { requestId: request.id, ...args }), data });
  };
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => send(request, reply, error));
}
