import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openActionPage } from '#tests/support/actionPage.tsx';

const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('the actions of a row', () => {
  it('are those that the user may perform and that the record is in a state for', async () => {
    const { openMenu } = await openActionPage({ permissions: ['suppliers.disable', 'suppliers.rename'] });
    const names = async (record: string) =>
      within(await openMenu(record))
        .getAllByRole('menuitem')
        .map((item) => item.textContent)
        .filter((name) => ['Disable', 'Rename', 'Pay'].includes(name));
    expect(await names('Acme')).toEqual(['Disable', 'Rename']);
  });

  it("lack one whose condition the record doesn't meet", async () => {
    const { openMenu } = await openActionPage();
    const menu = await openMenu('Bolt');
    expect(within(menu).queryByRole('menuitem', { name: 'Disable' })).not.toBeInTheDocument();
    expect(within(menu).getByRole('menuitem', { name: 'Rename' })).toBeInTheDocument();
  });

  it('are buttons on the page of the record', async () => {
    await openActionPage({ address: '/b/show' });
    expect(screen.getByRole('button', { name: 'Rename' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Disable' })).not.toBeInTheDocument();
  });
});

describe('an action that is hidden in lists', () => {
  it('is on the page of the record', async () => {
    await openActionPage({ address: '/b/show' });
    expect(screen.getByRole('button', { name: 'Audit' })).toBeInTheDocument();
  });

  it('is not in the menus of rows', async () => {
    const { openMenu } = await openActionPage();
    expect(within(await openMenu('Bolt')).queryByRole('menuitem', { name: 'Audit' })).not.toBeInTheDocument();
  });

  it('adds no menus to the rows', async () => {
    await openActionPage({ permissions: ['suppliers.audit'] });
    expect(screen.queryByRole('button', { name: /^Actions: / })).not.toBeInTheDocument();
  });
});

describe('a confirmation', () => {
  it('is given by Ctrl+Enter too, wherever the focus is in its dialog', async () => {
    const { begin, sent, user } = await openActionPage();
    const dialog = await begin('Acme', 'Disable');
    act(() => within(dialog).getByRole('button', { name: 'Cancel' }).focus());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Done: Disable')).toBeInTheDocument();
    expect(sent()).toHaveLength(1);
    await noDialog();
  });

  it('names the record, sends the call only when given, and refetches the page', async () => {
    const { begin, press, sent, bodies, reads } = await openActionPage();
    const dialog = await begin('Acme', 'Disable');
    expect(dialog).toHaveTextContent('Disable Acme for good?');
    expect(sent()).toEqual([]);
    const before = reads();
    await press('Disable');
    expect(await screen.findByText('Done: Disable')).toBeInTheDocument();
    await noDialog();
    expect(sent().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /prod-api/suppliers/a%2F1/disable',
    ]);
    expect(await bodies()).toEqual([{}]);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it('sends nothing when it is cancelled', async () => {
    const { begin, press, sent, user } = await openActionPage();
    await begin('Acme', 'Disable');
    await press('Cancel');
    await noDialog();
    await begin('Acme', 'Disable');
    await user.keyboard('{Escape}');
    await noDialog();
    expect(sent()).toEqual([]);
  });

  it('is skipped for an action that declares none', async () => {
    const { choose, sent } = await openActionPage();
    await choose('Acme', 'Ping');
    expect(await screen.findByText('Done: Ping')).toBeInTheDocument();
    expect(sent()).toHaveLength(1);
  });
});

describe('a form', () => {
  const nameInput = () => screen.getByRole('textbox', { name: /New name/ });

  it('is validated before anything is sent, and the first invalid input gets the focus', async () => {
    const { begin, press, sent } = await openActionPage();
    await begin('Acme', 'Rename');
    await press('Rename');
    await waitFor(() => expect(nameInput()).toHaveAttribute('aria-invalid', 'true'));
    await waitFor(() => expect(nameInput()).toHaveFocus());
    expect(sent()).toEqual([]);
  });

  it('is sent as the body, without empty inputs', async () => {
    const { begin, press, bodies, user } = await openActionPage();
    await begin('Acme', 'Rename');
    await user.type(nameInput(), 'Zenith');
    await press('Rename');
    await noDialog();
    expect(await bodies()).toEqual([{ name: 'Zenith' }]);
  });

  it("shows the server's message at its input, with the focus, and keeps what was entered", async () => {
    const { begin, press, faults, user, bodies, keys } = await openActionPage();
    await begin('Acme', 'Rename');
    await user.type(nameInput(), 'Zenith');
    faults.refuse({ status: 422, message: 'Please correct the fields.', errors: { name: 'Taken already' } });
    await press('Rename');
    expect(await screen.findByText('Taken already')).toBeInTheDocument();
    expect(nameInput()).toHaveValue('Zenith');
    await waitFor(() => expect(nameInput()).toHaveFocus());
    await user.type(nameInput(), '2');
    await press('Rename');
    await noDialog();
    expect(await bodies()).toEqual([{ name: 'Zenith' }, { name: 'Zenith2' }]);
    const [first, second] = keys();
    expect(second).not.toBe(first);
  });

  it('shows messages that belong to no input', async () => {
    const { begin, press, faults, user } = await openActionPage();
    await begin('Acme', 'Rename');
    await user.type(nameInput(), 'Zenith');
    faults.refuse({ status: 403, message: 'You don’t have permission to do this.' });
    await press('Rename');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'You don’t have permission to do this.',
    );
  });
});

describe('a conflict', () => {
  it('is explained, and the page is refetched', async () => {
    const { begin, press, faults, reads } = await openActionPage();
    await begin('Acme', 'Disable');
    faults.refuse({ status: 409, message: 'Acme is disabled already.' });
    await press('Disable');
    expect(await screen.findByText('Acme is disabled already.')).toBeInTheDocument();
    const before = reads();
    await press('Refresh');
    await noDialog();
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });
});
