import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { createApi } from '#console/api/createApi.ts';
import { ConfirmSessionDialog } from '#console/features/confirmation/ConfirmSessionDialog.tsx';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

/** Opens the dialog of a call that contained a payment password, enters a code and confirms. */
async function confirm(answer: () => unknown) {
  const sent: unknown[] = [];
  const [onDone, onWrong] = [vi.fn(), vi.fn<(error: Error) => void>()];
  const api = createApi('', async (_, { body } = {}) => {
    sent.push(typeof body === 'string' ? JSON.parse(body) : null);
    return { status: 200, headers: new Headers(), body: '', json: answer() };
  });
  const page = <ConfirmSessionDialog payPassword="270519" onDone={onDone} onClose={() => {}} onWrong={onWrong} />;
  await renderDeclaredPage({ dataProvider: recordingProvider({ orders: [] }).provider, page, api });
  await screen.findByRole('dialog');
  expect(screen.queryByLabelText(/Payment password/)).toBeNull();
  await user.type(await screen.findByLabelText(/code/i), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  return { sent, onDone, onWrong };
}

describe('the confirmation of a call with a payment password', () => {
  it('asks for the code alone', async () => {
    const { sent, onDone } = await confirm(() => ({ confirmed_until: '2026-11-28T12:05:00.000Z' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ pay_password: '270519', totp_code: '123456' }]);
  });

  it('leaves a wrong password to the call’s own input', async () => {
    const data = { error: 'validation', errors: { pay_password: 'Incorrect payment password.' } };
    const { onDone, onWrong } = await confirm(() => {
      throw ApiError.refused(422, { code: 422, msg: 'Correct this.', data });
    });
    await waitFor(() => expect(onWrong).toHaveBeenCalledOnce());
    expect(onDone).not.toHaveBeenCalled();
  });
});
