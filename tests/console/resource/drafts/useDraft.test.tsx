import { act, render, screen } from '@testing-library/react';
import { Activity, useRef } from 'react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import type { FieldRecord } from '../../../../packages/ra-declared/src/fields/FieldTypeDefinition.ts';
import {
  DraftsOwner,
  DraftsProvider,
  createDraftStore,
  type DraftStore,
} from '../../../../packages/ra-declared/src/drafts/DraftStore.tsx';
import { useDraft } from '../../../../packages/ra-declared/src/drafts/useDraft.ts';
import {
  PreferencesProvider,
  usePreferences,
} from '../../../../packages/ra-declared/src/preferences/usePreference.tsx';
import { quickUser } from '#tests/support/quickUser.ts';

const user = quickUser();
const fields: readonly Field[] = [{ source: 'name', type: 'text' }];
const nothing = async () => {};
const authProvider = {
  login: nothing,
  logout: nothing,
  checkAuth: nothing,
  checkError: nothing,
  getIdentity: async () => ({ id: 'ann' }),
};

function Form() {
  const form = useForm<FieldRecord>({ defaultValues: { name: '' } });
  const isDone = useRef(false);
  const draft = useDraft({ form, fields, mode: 'create', isDone });
  const { owner } = usePreferences();
  return (
    <>
      <p>of {owner}</p>
      <input aria-label="Name" {...form.register('name')} />
      {draft && (
        <button type="button" onClick={draft.discard}>
          Discard
        </button>
      )}
    </>
  );
}

describe('the draft of an open form', () => {
  let drafts: DraftStore;
  const page = (mode: 'visible' | 'hidden' | 'closed') => (
    <MemoryRouter initialEntries={['/suppliers/create']}>
      <CoreAdminContext authProvider={authProvider} store={memoryStore()}>
        <PreferencesProvider>
          <DraftsProvider value={drafts}>
            <DraftsOwner />
            {mode !== 'closed' && (
              <Activity mode={mode}>
                <Form />
              </Activity>
            )}
          </DraftsProvider>
        </PreferencesProvider>
      </CoreAdminContext>
    </MemoryRouter>
  );
  async function type(text: string) {
    const shown = render(page('visible'));
    await screen.findByText('of ann');
    await user.type(screen.getByLabelText('Name'), text);
    return shown;
  }
  beforeEach(() => {
    drafts = createDraftStore();
  });

  it('is kept, put into the next form of the page, and removed from the store', async () => {
    const first = await type('Acme');
    act(() => drafts.keep());
    first.unmount();
    render(page('visible'));
    const discard = await screen.findByRole('button', { name: 'Discard' });
    expect(screen.getByLabelText('Name')).toHaveValue('Acme');
    await user.click(discard);
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('is kept of a form that is hidden behind another page', async () => {
    const { rerender } = await type('Acme');
    rerender(page('hidden'));
    drafts.keep();
    expect(drafts.addresses('ann')).toEqual(['/suppliers/create']);
  });

  it("isn't kept of a form that was closed", async () => {
    const { rerender } = await type('Acme');
    rerender(page('closed'));
    drafts.keep();
    expect(drafts.addresses('ann')).toEqual([]);
  });
});
