import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import { renderInputs } from '#tests/support/inputForm.tsx';

const input = (name: string) => screen.getByRole('textbox', { name });

const fee: Field = { source: 'fee', type: 'money', label: 'Fee' };

describe('an amount', () => {
  it.each([
    ['0', '0'],
    ['1,234.5', '123450'],
    ['92,233,720,368,547,758.07', '9223372036854775807'],
  ])('entered as %s is sent as %s', async (typed, minor) => {
    const { user, send } = await renderInputs([{ ...fee, required: true }]);
    await user.type(input('Fee'), typed);
    expect(await send()).toEqual({ fee: minor });
  });

  it.each([
    ['0.001', 'Use at most 2 decimal places'],
    ['1e3', 'Enter a number such as 1,234.50'],
    ['１２', 'Use the digits 0 to 9, such as 1,234.50'],
    ['-1', 'The value can’t be negative'],
    ['92,233,720,368,547,758.08', 'The value is too large'],
  ])("entered as %s stays as it is and isn't sent: %s", async (typed, words) => {
    const { user, send } = await renderInputs([fee]);
    await user.type(input('Fee'), typed);
    expect(await send()).toBeUndefined();
    expect(input('Fee')).toHaveValue(typed);
    expect(input('Fee')).toHaveAccessibleDescription(words);
    expect(input('Fee')).toBeInvalid();
  });

  it('is formatted when the input loses the focus', async () => {
    const { user } = await renderInputs([fee]);
    await user.type(input('Fee'), '1234.5');
    expect(input('Fee')).toHaveValue('1234.5');
    await user.tab();
    expect(input('Fee')).toHaveValue('1,234.50');
  });

  it('shows its limits formatted', async () => {
    const { user, send } = await renderInputs([{ ...fee, min: '100', max: '100000' }]);
    await user.type(input('Fee'), '0.99');
    expect(await send()).toBeUndefined();
    expect(input('Fee')).toHaveAccessibleDescription('Enter 1.00 or more.');
    await user.clear(input('Fee'));
    await user.type(input('Fee'), '1,000.01');
    expect(input('Fee')).toHaveAccessibleDescription('Enter 1,000.00 or less.');
  });

  it('may be negative if the declaration allows it', async () => {
    const { user, send } = await renderInputs([{ ...fee, min: '-500' }]);
    await user.type(input('Fee'), '-5');
    expect(await send()).toEqual({ fee: '-500' });
  });

  it('is null when it is emptied', async () => {
    const { user, send } = await renderInputs([fee], { record: { fee: '100' } });
    expect(input('Fee')).toHaveValue('1.00');
    await user.clear(input('Fee'));
    expect(await send()).toEqual({ fee: null });
  });

  it('keeps its text when the currency has other decimals', async () => {
    const currency: Field = { source: 'currency', type: 'text', label: 'Currency' };
    const { user, send } = await renderInputs([currency, { ...fee, currency: 'currency' }]);
    await user.type(input('Currency'), 'CNY');
    await user.type(input('Fee'), '1,500');
    expect(screen.getByText('CNY')).toBeInTheDocument();
    await user.clear(input('Currency'));
    await user.type(input('Currency'), 'JPY');
    expect(await send()).toEqual({ currency: 'JPY', fee: '1500' });
  });
});

describe('a rate', () => {
  const rate: Field = { source: 'rate', type: 'rate', label: 'Rate', max: 10000 };

  it('is entered in percent and sent in hundredths of a percent', async () => {
    const { user, send } = await renderInputs([rate], { record: { rate: 25 } });
    expect(input('Rate')).toHaveValue('0.25');
    await user.clear(input('Rate'));
    await user.type(input('Rate'), '2.5');
    expect(await send()).toEqual({ rate: 250 });
  });

  it('shows its limits in percent', async () => {
    const { user, send } = await renderInputs([rate]);
    await user.type(input('Rate'), '100.01');
    expect(await send()).toBeUndefined();
    expect(input('Rate')).toHaveAccessibleDescription('Enter 100.00% or less.');
  });
});

describe('a whole number', () => {
  const days: Field = { source: 'days', type: 'integer', label: 'Days', required: true };

  it('may be 0 although it is required', async () => {
    const { user, send } = await renderInputs([days]);
    expect(await send()).toBeUndefined();
    await user.type(input('Days'), '0');
    expect(await send()).toEqual({ days: 0 });
  });

  it('has no decimals', async () => {
    const { user, send } = await renderInputs([days]);
    await user.type(input('Days'), '1.5');
    expect(await send()).toBeUndefined();
    expect(input('Days')).toHaveAccessibleDescription('Enter a whole number');
  });
});

const hours: Field = { source: 'hours', type: 'decimal', scale: 3, label: 'Hours' };

describe('a decimal number', () => {
  it.each([
    ['0', '0.000'],
    ['1,234.5', '1234.500'],
    ['-0.001', '-0.001'],
    ['999,999,999,999,999.999', '999999999999999.999'],
  ])('entered as %s is sent as %s', async (typed, sent) => {
    const { user, send } = await renderInputs([hours]);
    await user.type(input('Hours'), typed);
    expect(await send()).toEqual({ hours: sent });
  });

  it.each([
    ['0.0001', 'Use at most 3 decimal places'],
    ['0,5', 'Enter a number such as 1,234.50'],
    ['1,000,000,000,000,000.000', 'Enter 999,999,999,999,999.999 or less.'],
  ])("entered as %s stays as it is and isn't sent: %s", async (typed, words) => {
    const { user, send } = await renderInputs([hours]);
    await user.type(input('Hours'), typed);
    expect(await send()).toBeUndefined();
    expect(input('Hours')).toHaveValue(typed);
    expect(input('Hours')).toHaveAccessibleDescription(words);
  });

  it('is formatted with all its decimals when the input loses the focus', async () => {
    const { user } = await renderInputs([hours]);
    await user.type(input('Hours'), '1234.5');
    await user.tab();
    expect(input('Hours')).toHaveValue('1,234.500');
  });
});
