import { screen } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, it } from 'vitest';
import { createApi } from '#console/api/createApi.ts';
import { editedDeclarations, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { orderRecord } from '#tests/support/orderRecords.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

it('names colleagues to users who may not list them', async () => {
  const merchant = recordingProvider({ orders: [orderRecord(1)] });
  merchant.before = ({ resource }) => {
    if (resource === 'users') throw new HttpError('You don’t have permission to do this.', 403);
  };
  const asked: string[] = [];
  const { channel_id: id } = orderRecord(1);
  const api = createApi('', async (url) => {
    asked.push(url);
    return { status: 200, headers: new Headers(), body: '', json: [{ id, name: 'Ana Ruiz' }] };
  });
  const declarations = editedDeclarations((text) => text.replaceAll('"reference": "channels"', '"reference": "users"'));
  const { failedQueries } = await renderDeclaredPage({ dataProvider: merchant.provider, declarations, api });
  expect(await screen.findByText('Ana Ruiz')).toBeInTheDocument();
  expect(asked).toEqual([`/user-names?ids=${id}`]);
  expect(failedQueries()).toEqual([]);
});
