import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { untilSignedOut } from '#tests/support/untilSignedOut.ts';
import { openedDraft } from './openedDraft.ts';

describe('input in a form whose session expires', () => {
  const draft = openedDraft();
  const { input, endSession, notice, typed } = draft;

  const secret = () => draft.page.locator('input[type=password]');

  it('is restored when the same user signs in again, except secrets', async () => {
    await input('Name').fill('Bolt');
    await input('Fee').fill('1,2x');
    await secret().fill('hush');
    await input('Fee').fill('12.50');
    await endSession();
    await draft.opened.signIn();
    await notice().waitFor();
    await expect.poll(typed).toEqual({ name: 'Bolt', city: '' });
    expect(await input('Fee').inputValue()).toBe('12.50');
    expect(await secret().inputValue()).toBe('');
    await draft.opened.expectAccessible();
  });

  it('can be discarded', async () => {
    await notice().getByRole('button', { name: 'Discard' }).click();
    await notice().waitFor({ state: 'detached' });
    await expect.poll(typed).toEqual({ name: '', city: '' });
  });

  it('is discarded for the next user, and for the first one after that', async () => {
    await input('Name').fill('Core');
    await endSession();
    await draft.opened.signIn('tokyo');
    await draft.page.getByText('佐藤 健一').waitFor();
    await expect.poll(typed).toEqual({ name: '', city: '' });
    draft.console.world.clock.advance(3600);
    const link = draft.page.getByRole('navigation', { name: 'Main menu' }).getByText('Suppliers');
    await untilSignedOut(draft.page, link);
    await draft.opened.signIn();
    await draft.page.getByText('林晓').waitFor();
    // Doesn't go back: whether the link created a history entry depends on how the session's end was noticed.
    await tabBar(draft.page).visit('/suppliers/create');
    await input('Name').waitFor();
    await expect.poll(typed).toEqual({ name: '', city: '' });
  });
});
