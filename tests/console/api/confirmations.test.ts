import { describe, expect, it } from 'vitest';
import { ApiError, type HttpAnswer } from '@merchant-console/ra-provider';
import { confirmingSession, createConfirmations } from '#console/api/confirmations.ts';

const ANSWER: HttpAnswer = { status: 200, headers: new Headers(), body: '', json: { id: '1' } };
const refusal = (error: string) => ApiError.refused(403, { code: 40300, msg: 'Confirm it', data: { error } });

/** A client whose session must be confirmed by `confirm` before it answers. */
function unconfirmedClient(refused = refusal('confirmation_required')) {
  const calls: string[] = [];
  let isConfirmed = false;
  return {
    calls,
    confirm: () => (isConfirmed = true),
    httpClient: async (url: string) => {
      calls.push(url);
      if (!isConfirmed) throw refused;
      return ANSWER;
    },
  };
}

describe('a client that confirms the session', () => {
  it('repeats a call once the user has confirmed the session', async () => {
    const { calls, confirm, httpClient } = unconfirmedClient();
    const confirmations = createConfirmations();
    const answer = confirmingSession(httpClient, confirmations)('/users/invite');
    await expect.poll(confirmations.asked).toEqual({ payPassword: null });
    confirm();
    confirmations.answer(true);
    expect(await answer).toBe(ANSWER);
    expect(calls).toEqual(['/users/invite', '/users/invite']);
    expect(confirmations.asked()).toBeNull();
  });

  it('rejects with the server’s answer if the user doesn’t want to', async () => {
    const { calls, httpClient } = unconfirmedClient();
    const confirmations = createConfirmations();
    const answer = confirmingSession(httpClient, confirmations)('/users/invite');
    await expect.poll(confirmations.asked).toEqual({ payPassword: null });
    confirmations.answer(false);
    await expect(answer).rejects.toThrow('Confirm it');
    expect(calls).toHaveLength(1);
  });

  it('asks once for several calls', async () => {
    const { calls, confirm, httpClient } = unconfirmedClient();
    const confirmations = createConfirmations();
    const changes: boolean[] = [];
    confirmations.subscribe(() => changes.push(confirmations.asked() !== null));
    const client = confirmingSession(httpClient, confirmations);
    const answers = Promise.all([client('/payees'), client('/bankcards')]);
    await expect.poll(() => calls.length).toBe(2);
    confirm();
    confirmations.answer(true);
    await answers;
    expect(changes).toEqual([true, false]);
  });

  it('asks nothing about other rejections', async () => {
    const { httpClient } = unconfirmedClient(refusal('forbidden'));
    const confirmations = createConfirmations();
    await expect(confirmingSession(httpClient, confirmations)('/payees')).rejects.toThrow('Confirm it');
    expect(confirmations.asked()).toBeNull();
  });

  it('doesn’t ask again for a payment password that the call contains, and rejects with what is wrong with it', async () => {
    const { httpClient } = unconfirmedClient();
    const confirmations = createConfirmations();
    const body = JSON.stringify({ amount: '100', pay_password: '270519' });
    const answer = confirmingSession(httpClient, confirmations)('/payment-requests', { method: 'POST', body });
    await expect.poll(confirmations.asked).toEqual({ payPassword: '270519' });
    confirmations.fail(new Error('Incorrect payment password'));
    await expect(answer).rejects.toThrow('Incorrect payment password');
    expect(confirmations.asked()).toBeNull();
  });
});
