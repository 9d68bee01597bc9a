import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { endedBatch } from './endedBatch.ts';

const user = quickUser();
const FILE = new File(['a,b\n'], 'salaries.csv', { type: 'text/csv' });

/** Opens the list of batches and chooses a file, which is uploaded with `uploadBatch`. */
async function chooseFile(uploadBatch: ConsoleDataProvider['uploadBatch']) {
  const channels = [{ id: 'c', type: 'payout', status: 'enabled', name: 'Bank' }];
  const place = { basePath: LIST_PATH, permissions: ['batch_transfers.create'] };
  const page = await renderDeclaredPage({
    dataProvider: { ...recordingProvider({ batch_transfers: [], channels }).provider, uploadBatch },
    name: 'batch_transfers',
    findPlace: (name) => (name === 'batch_transfers' ? place : null),
  });
  await user.upload(await screen.findByLabelText('Upload a payment file', { selector: 'input' }), FILE);
  return page;
}

it('uploads the file for the first payout channel and opens the new batch', async () => {
  const uploads: unknown[] = [];
  const { place } = await chooseFile(async ({ channelId, file }) => {
    uploads.push({ channelId, file });
    return endedBatch({});
  });
  await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/b/show`));
  expect(uploads).toEqual([{ channelId: 'c', file: FILE }]);
});

it('names the file that failed until the message is closed', async () => {
  await chooseFile(() => Promise.reject(new Error('broken')));
  expect(await screen.findByText('salaries.csv')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('salaries.csv')).not.toBeInTheDocument();
});

it('cancels the upload', async () => {
  let isAborted = false;
  await chooseFile(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(new DOMException('aborted', 'AbortError'));
        });
      }),
  );
  await screen.findByText('Uploading and checking salaries.csv…');
  await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
  expect(await screen.findByRole('button', { name: 'Choose file' })).toBeEnabled();
  expect(isAborted).toBe(true);
  expect(screen.queryByText('salaries.csv')).not.toBeInTheDocument();
});
