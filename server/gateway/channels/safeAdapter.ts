import type { ChannelOrder, QueryAnswer, SendAnswer, SendingAdapter } from './ChannelAdapter.ts';

/** An adapter that answers in time and never throws. */
export interface SafeAdapter<Sent extends ChannelOrder> {
  send(sent: Sent): Promise<SendAnswer>;
  query(order: ChannelOrder): Promise<QueryAnswer>;
}

interface Unknown {
  status: 'unknown';
  reason: string;
}

/** Wraps an adapter: errors and answers that take longer than `answerMs` become `unknown`, never `failed`. */
export function safeAdapter<Sent extends ChannelOrder>(
  adapter: SendingAdapter<Sent>,
  answerMs: number,
): SafeAdapter<Sent> {
  return {
    send: (sent) => answerOrUnknown((signal) => adapter.send(sent, signal), answerMs),
    query: (order) => answerOrUnknown((signal) => adapter.query(order, signal), answerMs),
  };
}

/** Resolves to the answer, or to `unknown` after an error or time-out. */
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
