import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { ApiProvider, createApi } from '#console/api/createApi.ts';
import { RechargePage } from '#console/features/moneyForms/moneyPages.tsx';
import { createDraftStore, DraftsProvider } from '../../../../packages/ra-declared/src/drafts/DraftStore.tsx';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { oneChannel } from './oneChannel.ts';

const user = quickUser();
const { form: choices, quote } = oneChannel('inner', '95000');
const api = createApi('', async () => {
  return { status: 200, headers: new Headers(), body: '', json: choices };
});
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const unknown = () => screen.queryByText('We couldn’t confirm whether this went through');

/** The form of a deposit, in a console whose session may end. */
async function openConsole() {
  const drafts = createDraftStore();
  const recording = recordingProvider({ deposits: [] });
  recording.quote = quote;
  const open = () =>
    renderDeclaredPage({
      dataProvider: recording.provider,
      name: 'deposits',
      page: (
        <DraftsProvider value={drafts}>
          <ApiProvider value={api}>
            <RechargePage address={LIST_PATH} />
          </ApiProvider>
        </DraftsProvider>
      ),
    });
  await open();
  await waitFor(() => expect(screen.getByLabelText(/^Deposit amount/)).toHaveFocus());
  await user.keyboard('50');
  await user.click(screen.getByLabelText(/^Payer/));
  await user.paste('Ana');
  return {
    recording,
    keys: () => recording.callsOf('runAction', 'deposits').map(({ idempotencyKey }) => idempotencyKey),
    async confirm() {
      const before = recording.callsOf('runAction', 'deposits').length;
      await press('Review');
      await press('Confirm');
      await waitFor(() => expect(recording.callsOf('runAction', 'deposits')).toHaveLength(before + 1));
    },
    /** The session ends, and the same user signs in again. */
    async signInAgain() {
      act(() => drafts.keep());
      cleanup();
      await open();
      await screen.findByText('Your unsaved changes have been restored.');
    },
  };
}

it('a request that was running when the session ended is made once, although its form is restored', async () => {
  const { recording, keys, confirm, signInAgain } = await openConsole();
  recording.before = ({ method }) => (method === 'runAction' ? new Promise(() => {}) : undefined);
  await confirm();
  expect(unknown()).toBeNull();
  await signInAgain();
  expect(unknown()).toBeInTheDocument();
  await confirm();
  expect(keys()).toEqual([keys()[0], keys()[0]]);
});

it('a request that was rejected gets another key, also after the session ended', async () => {
  const { recording, keys, confirm, signInAgain } = await openConsole();
  recording.before = ({ method }) => {
    if (method === 'runAction') throw ApiError.refused(409, { code: 409, msg: 'Not now.', data: null });
  };
  await confirm();
  await screen.findByText('Not now.');
  await signInAgain();
  expect(unknown()).toBeNull();
  await confirm();
  expect(new Set(keys()).size).toBe(2);
});
