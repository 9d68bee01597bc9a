import { z } from 'zod';
import { valueAtPlace, type Envelope } from '@merchant-console/protocol';
import { ApiError } from './ApiError.ts';

const objectSchema = z.record(z.string(), z.unknown());
const textsSchema = z.array(z.string());

/**
 * Returns the requested data from a response in another format than the console's own.
 *
 * @param text the response's body, which may be empty
 * @throws {ApiError} of kind `answer` if the back end rejects the call; of kind `unreadable` if its response has
 * another format than declared
 */
export function readForeignAnswer(status: number, text: string, envelope: Envelope): unknown {
  const { success, sessionEnded } = envelope;
  const isOk = status >= 200 && status <= 299;
  const answer = parsed(status, text, success === null);
  const outcome = success && valueAtPlace(answer, success.at);
  if (success && outcome === undefined && isOk) throw ApiError.unreadable(status);
  const isSuccess = success ? success.in.some((one) => one === outcome) : isOk;
  if (isSuccess && !isOk) throw ApiError.unreadable(status);
  if (isSuccess) return valueAtPlace(answer, envelope.data);

  const end = sessionEnded && valueAtPlace(answer, sessionEnded.at);
  const hasEnded = sessionEnded ? sessionEnded.in.some((one) => one === end) : status === 401;
  const words = envelope.message.map((place) => valueAtPlace(answer, place)).find((one) => typeof one === 'string');
  const named = typeof outcome === 'string' || typeof outcome === 'number' ? outcome : status;
  throw ApiError.foreign(status, {
    hasEnded,
    code: named,
    message: words ?? '',
    errors: messagesByField(answer, envelope.errors),
  });
}

/** If the HTTP status decides, a rejection needs no JSON: `404 Not Found` is enough. */
function parsed(status: number, text: string, isToldByStatus: boolean): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isToldByStatus && status >= 400 && status <= 499) return null;
    throw ApiError.unreadable(status, error);
  }
}

/** Messages by the back end's own field names. Nested names are joined with dots. */
function messagesByField(answer: unknown, errors: Envelope['errors']): Record<string, string> {
  if (typeof errors === 'string') return flat(valueAtPlace(answer, errors));
  const entries: unknown = valueAtPlace(answer, errors.at);
  const pairs = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
    const [field, message] = [valueAtPlace(entry, errors.field), messageOf(valueAtPlace(entry, errors.message))];
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
