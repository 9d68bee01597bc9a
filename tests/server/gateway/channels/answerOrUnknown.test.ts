import { expect, it } from 'vitest';
import { answerOrUnknown } from '#server/gateway/channels/answerOrUnknown.ts';

it('returns the answer of an adapter', async () => {
  expect(await answerOrUnknown(async () => ({ status: 'accepted' }), 60_000)).toEqual({ status: 'accepted' });
});

it('treats an error as unknown, thrown immediately or later', async () => {
  const atOnce = () => {
    throw new Error('refused');
  };
  const later = async () => {
    throw new Error('the line broke');
  };
  expect([await answerOrUnknown(atOnce, 60_000), await answerOrUnknown(later, 60_000)]).toEqual([
    { status: 'unknown', reason: 'refused' },
    { status: 'unknown', reason: 'the line broke' },
  ]);
});

it('stops waiting for a slow adapter and aborts it', async () => {
  const signals: AbortSignal[] = [];
  const never = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  expect(await answerOrUnknown(never, 10)).toEqual({ status: 'unknown', reason: 'none within 10 ms' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
