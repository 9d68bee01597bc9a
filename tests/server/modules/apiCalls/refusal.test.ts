import { expect, it } from 'vitest';
import { ConflictError } from '#server/errors.ts';
import { reasonInWords, refusalOf } from '#server/modules/apiCalls/refusal.ts';

it.each([
  [undefined, 'order_differs(amount)'],
  ['refund_differs', 'refund_differs(amount)'],
])('gives the reason in the words of the response: %s', (text, reason) => {
  const error = new ConflictError({ id: 'order_differs', args: { parameters: 'amount' }, ...(text && { text }) });
  const stored = refusalOf(error, 'id');
  expect(stored.error).toBe('order_differs');
  expect(reasonInWords(stored, (id, { parameters }) => `${id}(${parameters})`, String)).toBe(reason);
});
