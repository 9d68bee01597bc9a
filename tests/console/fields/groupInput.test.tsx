import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { renderInputs } from '#tests/support/inputForm.tsx';

const mails = fieldSchema.parse({
  source: 'mails',
  type: 'group',
  label: 'Emails',
  many: true,
  max: 3,
  fields: [
    { source: 'address', type: 'text', label: 'Address', format: 'email', required: true },
    { source: 'count', type: 'integer', label: 'Count' },
  ],
});
const ada = { address: 'ada@mail.example', count: 1 };
const anna = { address: 'anna@mail.example', count: null };
const record = { mails: [ada, anna] };

const entry = (number: number) => within(screen.getByRole('group', { name: `Entry ${number}` }));
const address = (number: number) => entry(number).getByRole('textbox', { name: 'Address' });
const button = (name: string) => screen.getByRole('button', { name });
const add = () => button('Add to “Emails”');

describe('groups of values', () => {
  it('are added, with the focus in the first input, and removed', async () => {
    const { user, send } = await renderInputs([mails], { record: {} });
    await user.click(await screen.findByRole('button', { name: 'Add to “Emails”' }));
    expect(address(1)).toHaveFocus();
    await user.keyboard('ada@mail.example{Tab}1');
    expect(await send()).toEqual({ mails: [ada] });
    await user.click(button('Remove entry 1'));
    expect(add()).toHaveFocus();
    expect(await send()).toEqual({ mails: [] });
  });

  it('are moved, and the focus with them', async () => {
    const { user, send } = await renderInputs([mails], { record });
    await user.click(await screen.findByRole('button', { name: 'Move entry 2 up' }));
    expect(button('Move entry 1 down')).toHaveFocus();
    expect(await send()).toEqual({ mails: [anna, ada] });
  });

  it('have the message of a wrong value at its input, and keep what is typed', async () => {
    const { user, send } = await renderInputs([mails], { record });
    await user.clear(await entry(1).findByRole('textbox', { name: 'Address' }));
    await user.type(address(1), 'ada@');
    await user.clear(address(2));
    expect(await send()).toBeUndefined();
    expect(address(1)).toHaveAccessibleDescription('Enter a valid email address, such as name@example.com.');
    expect(address(1)).toHaveValue('ada@');
    expect(address(2)).toHaveAccessibleDescription('This field is required.');
  });

  it('are no more than the declaration allows', async () => {
    const { user } = await renderInputs([mails], { record });
    await user.click(await screen.findByRole('button', { name: 'Add to “Emails”' }));
    expect(add()).toBeDisabled();
    expect(screen.getByText('There can be at most 3 entries.')).toBeInTheDocument();
  });
});
