import { z } from 'zod';
import { CODE_OK, envelopeSchema } from '#shared/contract/envelope.ts';
import { CONSOLE_ENVELOPE, type Envelope } from '#shared/contract/envelopeForm.ts';
import { valueAt } from '#shared/declaration/endpoint/places.ts';
import { ApiError } from './ApiError.ts';

/** Back ends that are not ours may leave `msg` out, and `data` where there is nothing to tell. */
const answerSchema = envelopeSchema.extend({ msg: z.string().nullish(), data: z.unknown().optional() });

/**
 * The `data` of a successful answer.
 *
 * @param status HTTP status of the answer
 * @param text its body
 * @param envelope how the back end says what it says
 * @throws ApiError of kind `answer` when the server refuses, `unreadable` when the text is no envelope or says
 *   success under an HTTP status that says failure
 */
export function readEnvelope(status: number, text: string, envelope = CONSOLE_ENVELOPE): unknown {
  if (!envelope.isOwn) return readForeignAnswer(status, text, envelope);
  const { code, msg, data } = parseWith(answerSchema, parseJson(status, text), status);
  if (code !== CODE_OK) throw ApiError.refused(status, { code, msg: msg ?? '', data });
  if (status < 200 || status > 299) throw ApiError.unreadable(status);
  return data;
}

/** Checks what the server sent against its contract. @throws ApiError of kind `unreadable` */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown, status: number): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw ApiError.unreadable(status, result.error);
  return result.data;
}

function parseJson(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw ApiError.unreadable(status, error);
  }
}

const objectSchema = z.record(z.string(), z.unknown());
const textsSchema = z.array(z.string());

/**
 * Returns what was asked for from an answer in another form than the console's own.
 *
 * @param text the answer's body; an empty one has nothing to tell
 * @throws ApiError of kind `answer` if the back end refuses, `unreadable` if its answer has another form than said
 */
function readForeignAnswer(status: number, text: string, envelope: Envelope): unknown {
  const { success, sessionEnded } = envelope;
  const isOk = status >= 200 && status <= 299;
  const answer = parsed(status, text, success === null);
  const told = success && valueAt(answer, success.at);
  if (success && told === undefined && isOk) throw ApiError.unreadable(status);
  const isSuccess = success ? success.in.some((one) => one === told) : isOk;
  if (isSuccess && !isOk) throw ApiError.unreadable(status);
  if (isSuccess) return valueAt(answer, envelope.data);

  const end = sessionEnded && valueAt(answer, sessionEnded.at);
  const hasEnded = sessionEnded ? sessionEnded.in.some((one) => one === end) : status === 401;
  const words = valueAt(answer, envelope.message);
  const named = typeof told === 'string' || typeof told === 'number' ? told : status;
  throw ApiError.foreign(status, {
    hasEnded,
    code: named,
    message: typeof words === 'string' ? words : '',
    errors: messagesByField(answer, envelope.errors),
  });
}

/** A refusal by its HTTP status needs no JSON around it: `404 Not Found` says enough. */
function parsed(status: number, text: string, isToldByStatus: boolean): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isToldByStatus && status >= 400 && status <= 499) return null;
    throw ApiError.unreadable(status, error);
  }
}

/** Messages by the back end's own names of fields; of what lies within another, joined by dots. */
function messagesByField(answer: unknown, errors: Envelope['errors']): Record<string, string> {
  if (typeof errors === 'string') return flat(valueAt(answer, errors));
  const entries: unknown = valueAt(answer, errors.at);
  const pairs = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
    const [field, message] = [valueAt(entry, errors.field), messageOf(valueAt(entry, errors.message))];
    return typeof field === 'string' && message !== null ? [[field, message] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function flat(value: unknown, path: readonly string[] = []): Record<string, string> {
  const inner = objectSchema.safeParse(value);
  if (!inner.success) return {};
  const pairs = Object.entries(inner.data).flatMap(([name, one]): [string, string][] => {
    const message = messageOf(one);
    return message === null ? Object.entries(flat(one, [...path, name])) : [[[...path, name].join('.'), message]];
  });
  return Object.fromEntries(pairs);
}

function messageOf(value: unknown): string | null {
  const texts = textsSchema.safeParse([value].flat());
  return texts.success && texts.data.length > 0 ? texts.data.join(' ') : null;
}
