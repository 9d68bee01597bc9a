import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { untilSignedOut } from '#tests/support/untilSignedOut.ts';
import { openedDraft } from './openedDraft.ts';

describe('input in a form whose session expires', () => {
  const draft = openedDraft();
  const { input, endSession, notice, typed } = draft;

  /** Changes the record as another user. */
  async function saveElsewhere(payload: object): Promise<void> {
    const { login_token: token } = await draft.console.world.signIn('demo');
    const url = `/prod-api${draft.record}`;
    const answer = await draft.console.world.call({ method: 'PUT', url, payload, token });
    expect(answer.json()).toMatchObject({ code: 0 });
  }

  it('is deleted when the user logs out', async () => {
    await input('Name').fill('Dune');
    await draft.page.getByRole('button', { name: 'Account' }).click();
    await draft.page.getByRole('menuitem', { name: 'Log out' }).click();
    await draft.page.getByRole('button', { name: 'Discard changes' }).click();
    await draft.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await draft.opened.signIn();
    await input('Name').waitFor();
    await expect.poll(typed).toEqual({ name: '', city: '' });
  });

  it('is applied to the current record field by field, with a notice of the fields that others have changed', async () => {
    await tabBar(draft.page).visit(draft.record);
    await input('City').fill('Basel');
    await endSession();
    await saveElsewhere({ name: 'Acme Ltd', city: 'Chur', revision: 1 });
    await draft.opened.signIn();
    await notice().filter({ hasText: 'Someone else has since changed: City.' }).waitFor();
    await expect.poll(typed).toEqual({ name: 'Acme Ltd', city: 'Basel' });
    await draft.page.getByRole('button', { name: 'Save' }).click();
    await draft.page.waitForURL(/\/show$/);
    await draft.page.getByText('Basel').waitFor();
    await draft.page.getByRole('heading', { name: 'Acme Ltd' }).waitFor();
  });

  it('is not kept for a form that was left on purpose', async () => {
    await tabBar(draft.page).visit(draft.record);
    await input('City').fill('Davos');
    await draft.page.getByRole('button', { name: 'Cancel' }).click();
    await draft.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await draft.page.getByRole('heading', { name: 'Acme Ltd' }).waitFor();
    draft.console.world.clock.advance(3600);
    await untilSignedOut(draft.page, draft.page.getByRole('link', { name: 'Edit' }));
    await draft.opened.signIn();
    // The console may have noticed the end of the session before the link was followed.
    await draft.page.goto(draft.console.origin + draft.record);
    await input('City').waitFor();
    expect(await input('City').inputValue()).toBe('Basel');
  });
});
