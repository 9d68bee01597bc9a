import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

/** Opens the dialog of an action on the only contract, whose button has this name. */
async function openDialog(action: object, button: string) {
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const declaration = {
    version: 1,
    name: 'contracts',
    storage: 'table',
    recordRepresentation: 'title',
    fields: [
      { source: 'title', type: 'text' },
      { source: 'cost', type: 'money', permission: 'see_cost' },
    ],
    actions: [{ set: { title: 'Signed' }, ...action }],
  };
  const contract = { id: 'c', title: 'Lease %{a}', cost: '100' };
  await renderDeclaredPage({
    dataProvider: recordingProvider({ contracts: [contract] }).provider,
    name: 'contracts',
    address: `${LIST_PATH}/c/show`,
    permissions: ['contracts.list', 'contracts.show', 'contracts.count_down'],
    declarations: async () => ({ text: JSON.stringify(declaration), isGood: true }),
  });
  const user = quickUser();
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog');
}

it("names an action without a label by its key, in the dialog's title and button as in the button before it", async () => {
  const dialog = await openDialog({ key: 'count_down', confirm: true }, 'Count down');
  expect(dialog).toHaveAccessibleName('Count down Lease %{a}');
  expect(within(dialog).getByRole('button', { name: 'Count down' })).toBeInTheDocument();
});

it('can have a title of its own without a question', async () => {
  const dialog = await openDialog({ key: 'count_down', confirm: { title: 'Count down lease' } }, 'Count down');
  expect(dialog).toHaveAccessibleName('Count down lease Lease %{a}');
  expect(dialog).not.toHaveTextContent('Are you sure');
});

it('shows a dash for a field that the user can’t see, and values as they are', async () => {
  const confirm = { text: 'Sign %{record} for %{cost}?' };
  expect(await openDialog({ key: 'count_down', confirm }, 'Count down')).toHaveTextContent('Sign Lease %{a} for —?');
});
