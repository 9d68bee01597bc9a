import type { Unknown } from './ChannelAdapter.ts';

/** Asks an adapter. Resolves to `unknown`, never `failed`, after an error or if the answer takes longer than `answerMs`. */
export async function answerOrUnknown<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  answerMs: number,
): Promise<Answer | Unknown> {
  const signal = AbortSignal.timeout(answerMs);
  const late = new Promise<Unknown>((resolve) => {
    signal.addEventListener('abort', () => resolve({ status: 'unknown', reason: `none within ${answerMs} ms` }));
  });
  return Promise.race([late, reached(ask, signal)]);
}

async function reached<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | Unknown> {
  try {
    return await ask(signal);
  } catch (error) {
    return { status: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
