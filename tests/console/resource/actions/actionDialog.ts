import { screen, within } from '@testing-library/react';
import type { quickUser } from '#tests/support/quickUser.ts';

/** Begins an action from the menu of a list's row. Returns its dialog. */
export async function beginAction(user: ReturnType<typeof quickUser>, record: string, action: string) {
  await user.click(screen.getByRole('button', { name: `Actions: ${record}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
}

/** The fields that a dialog shows: "Name: value". */
export const shownIn = (dialog: Pick<typeof screen, 'queryAllByRole'>) =>
  dialog.queryAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
