import { z } from 'zod';
import { CODE_OK, envelopeSchema, CONSOLE_ENVELOPE } from '@merchant-console/protocol';
import { ApiError } from './ApiError.ts';

/** Other back ends may omit `msg`, and `data` if there is nothing to return. */
const answerSchema = envelopeSchema.extend({ msg: z.string().nullish(), data: z.unknown().optional() });

/**
 * Returns the `data` of a successful response.
 *
 * @param status HTTP status of the response
 * @param text its body
 * @param envelope format of the back end's responses
 * @throws {ApiError} of kind `answer` if the server rejects the call; of kind `unreadable` if the text isn't an
 * envelope, or reports success with an HTTP status of failure
 */
export async function readEnvelope(status: number, text: string, envelope = CONSOLE_ENVELOPE): Promise<unknown> {
  if (envelope.preset !== 'console')
    return (await import('./readForeignAnswer.ts')).readForeignAnswer(status, text, envelope);
  const { code, msg, data } = parseWith(answerSchema, parseJson(status, text), status);
  if (code !== CODE_OK) throw ApiError.refused(status, { code, msg: msg ?? '', data });
  if (status < 200 || status > 299) throw ApiError.unreadable(status);
  return data;
}

/**
 * Validates a response against its contract.
 * @throws {ApiError} of kind `unreadable`
 */
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
