import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import { renderInputs } from '#tests/support/inputForm.tsx';

const input = (name: string) => screen.getByRole('textbox', { name });

describe('a masked text', () => {
  const account: Field = { source: 'account', type: 'text', label: 'Account', mask: 'card', pattern: '\\d{16}' };
  const record = { account: '6222••••1234' };

  it("that isn't edited is sent as its mask, which stands for the stored value", async () => {
    const { user, send } = await renderInputs([account], { record });
    await user.click(input('Account'));
    await user.tab();
    expect(await send()).toEqual(record);
  });

  it('is replaced by the input, wherever the caret was', async () => {
    const { user, send } = await renderInputs([account], { record });
    await user.type(input('Account'), '6222021234561234', { initialSelectionStart: 12 });
    expect(await send()).toEqual({ account: '6222021234561234' });
  });

  it('can be restored by one button', async () => {
    const { user, send } = await renderInputs([account], { record });
    await user.type(input('Account'), '1');
    await user.click(screen.getByRole('button', { name: 'Keep the saved value' }));
    expect(await send()).toEqual(record);
  });
});

describe('a text', () => {
  it('is trimmed when it loses the focus', async () => {
    const { user, send } = await renderInputs([{ source: 'name', type: 'text', label: 'Name' }]);
    await user.type(input('Name'), '  Acme  ');
    await user.tab();
    expect(await send()).toEqual({ name: 'Acme' });
  });

  it.each<[Field, string, string]>([
    [
      { source: 'x', type: 'text', label: 'X', format: 'email' },
      'a@b',
      'Enter a valid email address, such as name@example.com.',
    ],
    [
      { source: 'x', type: 'text', label: 'X', format: 'url' },
      'ftp://b.c',
      'Enter a full web address starting with http:// or https://.',
    ],
    [{ source: 'x', type: 'text', label: 'X', format: 'phone' }, 'none', 'Enter a phone number such as +49 30 901820.'],
    [{ source: 'x', type: 'text', label: 'X', format: 'color' }, 'red', 'Enter a colour such as #1a73e8.'],
    [{ source: 'x', type: 'text', label: 'X', pattern: '[A-Z]+' }, 'a', 'The format isn’t valid.'],
    [{ source: 'x', type: 'text', label: 'X', maxLength: 2 }, 'abc', 'Use no more than 2 characters.'],
    [{ source: 'x', type: 'longtext', label: 'X', minLength: 2 }, 'a', 'Use at least 2 characters.'],
  ])('of the declaration %o is not sent as %s', async (field, typed, words) => {
    const { user, send } = await renderInputs([field]);
    await user.type(input('X'), typed);
    expect(await send()).toBeUndefined();
    expect(input('X')).toHaveAccessibleDescription(words);
  });
});

describe('a secret', () => {
  const key: Field = { source: 'key', type: 'secret', label: 'Key', required: true, minLength: 4 };

  it('that is stored is kept if the input is empty', async () => {
    const { send } = await renderInputs([key], { record: { key: true } });
    expect(screen.getByLabelText(/^Key/)).toHaveValue('');
    expect(screen.getByText('Leave empty to keep the saved value.')).toBeInTheDocument();
    expect(await send()).toEqual({ key: true });
  });

  it('is required if none is stored', async () => {
    const { send } = await renderInputs([key], { record: { key: false } });
    expect(await send()).toBeUndefined();
  });

  it('is hidden until the user asks to see it', async () => {
    const { user, send } = await renderInputs([key]);
    await user.type(screen.getByLabelText(/^Key/), 'abcd');
    expect(screen.getByLabelText(/^Key/)).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show: Key' }));
    expect(input('Key')).toHaveValue('abcd');
    expect(await send()).toEqual({ key: 'abcd' });
  });
});

describe('several texts', () => {
  const phones: Field = { source: 'phones', type: 'texts', label: 'Phones', format: 'phone', max: 3 };
  const phonesInput = () => screen.getByRole('combobox', { name: 'Phones' });
  const chips = () =>
    screen.queryAllByRole('button').flatMap((one) => (one.matches('.MuiChip-root') ? one.textContent : []));

  it('are ended by Enter, by a pasted separator and by leaving the input', async () => {
    const { user, send } = await renderInputs([phones]);
    await user.type(phonesInput(), '112{Enter}113');
    expect(chips()).toEqual(['112']);
    await user.paste(', 114');
    expect(chips()).toEqual(['112', '113', '114']);
    await user.tab();
    expect(await send()).toEqual({ phones: ['112', '113', '114'] });
  });

  it('are sent as they are typed, and each once', async () => {
    const { user, sent } = await renderInputs([phones], { record: { phones: ['112'] } });
    await user.type(phonesInput(), ' 113 ');
    fireEvent.submit(phonesInput().closest('form') ?? document.body);
    await waitFor(() => expect(sent).toEqual([{ phones: ['112', '113'] }]));
    await user.clear(phonesInput());
    await user.type(phonesInput(), '112{Enter}');
    expect(chips()).toEqual(['112']);
  });

  it('are removed one by one, and null without any', async () => {
    const { user, send } = await renderInputs([phones], { record: { phones: ['112', '113'] } });
    await user.type(phonesInput(), '{Backspace}');
    expect(await send()).toEqual({ phones: ['112'] });
    await user.type(phonesInput(), '{Backspace}');
    expect(await send()).toEqual({ phones: null });
  });

  it('are refused with the wrong one named and marked', async () => {
    const { user, send } = await renderInputs([phones], { record: { phones: ['112'] } });
    await user.type(phonesInput(), 'abc{Enter}');
    expect(await send()).toBeUndefined();
    expect(phonesInput()).toHaveAccessibleDescription('“abc” doesn’t have the required format.');
    expect(screen.getByText('abc').closest('.MuiChip-root')).toHaveClass('MuiChip-colorError');
    expect(screen.getByText('112').closest('.MuiChip-root')).not.toHaveClass('MuiChip-colorError');
  });
});

describe('a JSON value', () => {
  const extra: Field = { source: 'extra', type: 'json', label: 'Extra' };

  it('is sent as the parsed value of its text', async () => {
    const { user, send } = await renderInputs([extra], { record: { extra: { a: 1 } } });
    expect(input('Extra')).toHaveValue('{\n  "a": 1\n}');
    await user.clear(input('Extra'));
    await user.type(input('Extra'), '[[1, "a"]');
    expect(await send()).toEqual({ extra: [1, 'a'] });
  });

  it('shows the line of a syntax error', async () => {
    const { user, send } = await renderInputs([extra]);
    await user.type(input('Extra'), '{{{enter}"a": 1,{enter}}');
    expect(await send()).toBeUndefined();
    expect(input('Extra')).toHaveAccessibleDescription('Invalid JSON: see line 3.');
    expect(input('Extra')).toHaveValue('{\n"a": 1,\n}');
  });

  it('rejects a number that JSON parsing would change', async () => {
    const { user, send } = await renderInputs([extra]);
    await user.type(input('Extra'), '9007199254740993');
    expect(await send()).toBeUndefined();
    expect(input('Extra')).toHaveAccessibleDescription(/line 1 is too large to be stored exactly/);
  });
});
