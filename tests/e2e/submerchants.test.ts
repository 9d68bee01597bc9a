import { describe, expect, it } from 'vitest';
import { openedSubmerchants } from './openedSubmerchants.ts';

describe('sub-merchants', () => {
  const submerchants = openedSubmerchants();
  const { button } = submerchants;

  const dialog = () => submerchants.page.getByRole('dialog');

  it('are created with an owner, whose link is shown once and leads to the enrolment', async () => {
    await button('New sub-merchant').click();
    for (const [label, text] of [
      ['Name', 'Corner shop'],
      ['Owner’s username', 'corner'],
      ['Owner’s full name', 'Ada'],
    ] as const) {
      await dialog()
        .getByRole('textbox', { name: new RegExp(`^${label}`) })
        .fill(text);
    }
    await dialog().getByRole('button', { name: 'Create sub-merchant' }).click();
    const link = await dialog()
      .getByText(/#enrol=/)
      .innerText();
    await submerchants.opened.expectAccessible();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await submerchants.page
      .getByRole('row', { name: /Corner shop/ })
      .getByText('Invited')
      .waitFor();
    expect(await submerchants.page.content()).not.toContain(link.split('#')[1]);
    const owner = await submerchants.console.open(link.slice(submerchants.console.origin.length));
    await owner.page.getByText('Welcome, Ada.').waitFor();
    await owner.context.close();
  });
});
