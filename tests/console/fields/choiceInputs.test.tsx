import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import { renderInputs } from '#tests/support/inputForm.tsx';

const choices = [
  { id: 'goods', name: 'Goods' },
  { id: 'services', name: 'Services' },
];
const kind: Field = { source: 'kind', type: 'enum', label: 'Kind', choices };

describe('an enum', () => {
  it('is selected from a list, and can be emptied', async () => {
    const { user, send } = await renderInputs([kind]);
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(screen.getByRole('option', { name: 'Services' }));
    expect(await send()).toEqual({ kind: 'services' });
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(screen.getByRole('option', { name: 'None' }));
    expect(await send()).toEqual({ kind: null });
  });

  it("can't be emptied if it is required", async () => {
    const { user, send } = await renderInputs([{ ...kind, required: true }]);
    expect(await send()).toBeUndefined();
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Goods', 'Services']);
  });

  it('shows all its choices as radio buttons', async () => {
    const { user, send } = await renderInputs([{ ...kind, input: 'radio', required: true }]);
    expect(await screen.findByRole('radiogroup', { name: /Kind/ })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Services' }));
    expect(await send()).toEqual({ kind: 'services' });
  });
});

describe('yes or no', () => {
  const active: Field = { source: 'active', type: 'boolean', label: 'Active' };

  it('is a checkbox if it always has a value; unchecked means no', async () => {
    const { user, send } = await renderInputs([{ ...active, required: true }]);
    expect(await send()).toEqual({ active: false });
    await user.click(screen.getByRole('checkbox', { name: 'Active' }));
    expect(await send()).toEqual({ active: true });
  });

  it('is a choice if it may be empty', async () => {
    const { user, send } = await renderInputs([active]);
    expect(await send()).toEqual({ active: null });
    await user.click(screen.getByRole('combobox', { name: 'Active' }));
    await user.click(screen.getByRole('option', { name: 'No' }));
    expect(await send()).toEqual({ active: false });
  });
});

describe('a reference', () => {
  const channel: Field = { source: 'channel_id', type: 'reference', reference: 'channels', label: 'Channel' };
  const all = [
    { id: 'alipay', name: 'Alipay QR', record: {} },
    { id: 'wechat', name: 'WeChat', record: {} },
  ];
  const services = {
    searchReference: async (_reference: string, text: string) => all.filter(({ name }) => name.startsWith(text)),
    findReferences: async (_reference: string, ids: readonly string[]) =>
      ids.map((id) => ({ id, name: `Name of ${id}`, record: {} })),
  };

  it('is found by typing the beginning of its name', async () => {
    const { user, send } = await renderInputs([channel], { services });
    await user.type(screen.getByRole('combobox', { name: 'Channel' }), 'We');
    await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['WeChat']));
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveValue('WeChat');
    expect(await send()).toEqual({ channel_id: 'wechat' });
  });

  it('shows the name of the referenced record, and can be cleared', async () => {
    const { user, send } = await renderInputs([channel], { services, record: { channel_id: 'bank' } });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Channel' })).toHaveValue('Name of bank'));
    expect(await send()).toEqual({ channel_id: 'bank' });
    await user.click(screen.getByRole('combobox', { name: 'Channel' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await send()).toEqual({ channel_id: null });
  });
});
