import type { ChannelAdapter, ChannelOrder, ChannelPayout, QueryAnswer, SendAnswer } from './ChannelAdapter.ts';

/** An adapter that answers in time and does not throw. */
export interface SafeAdapter {
  send(payout: ChannelPayout): Promise<SendAnswer>;
  query(order: ChannelOrder): Promise<QueryAnswer>;
}

interface Unknown {
  status: 'unknown';
  reason: string;
}

/** Whatever goes wrong with an adapter, or takes longer than `answerMs`, is unknown and never a failure. */
export function askingSafely(adapter: ChannelAdapter, answerMs: number): SafeAdapter {
  return {
    send: (payout) => answeredSafely((signal) => adapter.send(payout, signal), answerMs),
    query: (order) => answeredSafely((signal) => adapter.query(order, signal), answerMs),
  };
}

/** The answer, or `unknown` when there is none in time, or an error. */
export async function answeredSafely<Answer>(
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
