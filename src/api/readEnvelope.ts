import { z } from 'zod';
import { CODE_OK, envelopeSchema } from '#shared/contract/envelope.ts';
import { CONSOLE_ENVELOPE } from '#shared/contract/envelopeForm.ts';
import { ApiError } from './ApiError.ts';
import { readForeignAnswer } from './readForeignAnswer.ts';

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
