import { storableText } from '#server/storable.ts';
import type { Unknown } from './ChannelAdapter.ts';

/** In characters. Lists are filtered by indexes of these texts, which take at most 2,704 bytes. */
const LONGEST: Readonly<Record<string, number>> = { errorCode: 200, channelOrderNo: 500 };

/**
 * Asks an adapter. Resolves to `unknown`, never `failed`, after an error or if the answer takes longer than `answerMs`.
 * Replaces what the database can't store, which would keep the order from ending.
 */
export async function answerOrUnknown<Answer extends object>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  answerMs: number,
): Promise<Answer | Unknown> {
  // `AbortSignal.timeout` would keep its timer after the answer.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('No answer in time', 'TimeoutError')), answerMs);
  const none = new Promise<Unknown>((resolve) => {
    late.signal.addEventListener('abort', () => resolve({ status: 'unknown', reason: `none within ${answerMs} ms` }));
  });
  try {
    return await Promise.race([none, reached(ask, late.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

async function reached<Answer extends object>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | Unknown> {
  try {
    return storableAnswer(await ask(signal));
  } catch (error) {
    return { status: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

function storableAnswer<Answer extends object>(answer: Answer): Answer {
  const texts = Object.entries(answer).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[name, storableText(text.slice(0, LONGEST[name]))]] : [],
  );
  return { ...answer, ...Object.fromEntries(texts) };
}
