import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../../packages/ra-declared/src/ui/ConfirmDialog.tsx';
import { FormatContextProvider } from '../../../packages/ra-declared/src/ui/FormatContext.ts';
import { formatContext } from '#tests/support/formatContext.ts';

it.each([
  [true, 0],
  [false, 2],
])('a confirmation whose call runs (%s) is closed by Escape and Cancel %i times', async (isBusy, closed) => {
  const onClose = vi.fn();
  render(
    <FormatContextProvider value={await formatContext()}>
      <ConfirmDialog title="End" text="End it?" confirm="End" isBusy={isBusy} onConfirm={vi.fn()} onClose={onClose} />
    </FormatContextProvider>,
  );
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(closed);
});
