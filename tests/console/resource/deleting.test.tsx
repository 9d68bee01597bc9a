import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { notFound, recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf, supplierDeclaration, supplierRecord } from '#tests/support/supplierForm.ts';

const user = quickUser();

async function openRecord() {
  const merchant = recordingProvider({ suppliers: [supplierRecord()], channels: [channelRecord()] });
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'suppliers',
    address: `${LIST_PATH}/supplier-1/show`,
    permissions: ['list', 'show', 'delete'].map((key) => `suppliers.${key}`),
    declarations: declarationsOf([supplierDeclaration], shippedDeclarations),
  });
  await screen.findByRole('heading', { name: 'Acme', level: 1 });
  return { ...page, ...merchant, merchant };
}

describe('deleting', () => {
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Acme?' }));
    // What else would go is known.
    await waitFor(() => expect(dialog.getAllByRole('button').every((button) => button.matches(':enabled'))).toBe(true));
    return dialog;
  };

  it('says by number what else will go', async () => {
    const { merchant, callsOf } = await openRecord();
    merchant.effects.push(
      { resource: 'lines', title: 'Lines', effect: 'delete', count: 1_234 },
      { resource: null, title: null, effect: 'clear', count: 1 },
    );
    const dialog = await ask();
    expect(dialog.getByRole('status')).toHaveTextContent(
      'Also deletes: 1,234 in LinesEmpties the reference to it: 1 in records you can’t view',
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(callsOf('delete', 'suppliers')).toHaveLength(1));
    expect(callsOf('getDeletion', 'suppliers')[0]).toEqual({ ids: ['supplier-1'] });
  });

  it("isn't offered if other records prevent it, or if it isn't known what else would go", async () => {
    const { merchant } = await openRecord();
    merchant.effects.push(
      { resource: 'payments', title: 'Payments', effect: 'refuse', count: 2 },
      { resource: 'lines', title: 'Lines', effect: 'delete', count: 3 },
    );
    const dialog = await ask();
    expect(dialog.getByRole('status')).toHaveTextContent('2 records still refer to it: Payments');
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    merchant.before = ({ method }) => {
      if (method === 'getDeletion') throw ApiError.refused(409, { code: 409, msg: 'Too many.' });
    };
    const again = await ask();
    expect(await again.findByText('Too many.')).toBeVisible();
    expect(again.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it("asks with the record's name, deletes the revision that is shown, and leads to the list", async () => {
    const { place, callsOf } = await openRecord();
    const dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(place.pathname).toBe(LIST_PATH));
    expect(callsOf('delete', 'suppliers')).toMatchObject([{ id: 'supplier-1', meta: { revision: 3 } }]);
  });

  it('does nothing when it is cancelled', async () => {
    const { callsOf } = await openRecord();
    const dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(callsOf('delete', 'suppliers')).toEqual([]);
  });

  it('leads to the list if another user has deleted the record', async () => {
    const { merchant, place } = await openRecord();
    merchant.before = ({ method }) => {
      if (method === 'delete') throw notFound();
    };
    const dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(place.pathname).toBe(LIST_PATH));
  });

  it('reports a change in the meantime, and shows the current record', async () => {
    const { merchant, callsOf } = await openRecord();
    merchant.before = ({ method }) => {
      if (method === 'delete') throw ApiError.refused(409, { code: 409, msg: 'It has changed.' });
    };
    const dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('It has changed.');
    await waitFor(() => expect(callsOf('getOne', 'suppliers')).toHaveLength(2));
  });
});
