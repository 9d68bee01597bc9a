import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import type { BatchState } from '#shared/contract/batches.ts';
import { createApi } from '#console/api/createApi.ts';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { endedBatch } from './endedBatch.ts';

const user = quickUser();
const FILE = new File(['a,b\n'], 'salaries.csv', { type: 'text/csv' });

type Upload = (sent: { query: URLSearchParams; body: unknown; signal: AbortSignal | null }) => Promise<BatchState>;

/** Opens the list of batches and chooses a file, which `upload` answers. */
async function chooseFile(upload: Upload) {
  const api = createApi('', async (url, { method, body, signal = null } = {}) => {
    // The page of the new batch waits.
    if (method !== 'POST') return new Promise(() => {});
    const { searchParams } = new URL(url, 'http://localhost');
    return { status: 201, headers: new Headers(), body: '', json: await upload({ query: searchParams, body, signal }) };
  });
  const channels = [{ id: 'c', type: 'payout', status: 'enabled', name: 'Bank' }];
  const place = { basePath: LIST_PATH, permissions: ['batch_transfers.create'] };
  const page = await renderDeclaredPage({
    dataProvider: recordingProvider({ batch_transfers: [], channels }).provider,
    api,
    name: 'batch_transfers',
    findPlace: (name) => (name === 'batch_transfers' ? place : null),
  });
  await user.upload(await screen.findByLabelText('Upload a payment file', { selector: 'input' }), FILE);
  return page;
}

it('uploads the file for the first payout channel and opens the new batch', async () => {
  const uploads: unknown[] = [];
  const { place } = await chooseFile(async ({ query, body }) => {
    uploads.push({ ...Object.fromEntries(query), body });
    return endedBatch({});
  });
  await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/b/show`));
  expect(uploads).toEqual([{ channel_id: 'c', name: 'salaries.csv', body: FILE }]);
});

const HIDDEN = { count: 2, lines: [[3, 4]], sample: ['Bob, 18000', 'Eve, 5'] };
const SHEETS = [
  { name: 'May', is_active: true, row_count: 2, hidden_rows: null },
  { name: 'June', is_active: false, row_count: 1, hidden_rows: HIDDEN },
];

/** Asks for `choices` once, then accepts the file. */
async function chooseAsked(choices: object) {
  const uploads: unknown[] = [];
  const page = await chooseFile(async ({ query }) => {
    const { channel_id: _, name: __, ...as } = Object.fromEntries(query);
    uploads.push(as);
    if (uploads.length > 1) return endedBatch({});
    const data = { error: 'batch_choice', current: { sheets: [], encodings: [], ...choices } };
    throw ApiError.refused(409, { code: 409, msg: 'Choose', data });
  });
  return { ...page, uploads };
}

it('asks which sheet to read and what about its hidden rows, which are never read unasked', async () => {
  const { uploads, place } = await chooseAsked({ sheets: SHEETS });
  const read = await screen.findByRole('button', { name: 'Read file' });
  expect(screen.getByRole('radio', { name: /May.*2 rows · shown when/ })).toBeChecked();
  expect(read).toBeEnabled();
  await user.click(screen.getByRole('radio', { name: /June/ }));
  expect(screen.getByText(/2 rows are hidden in this sheet: rows 3–4/)).toBeInTheDocument();
  expect(screen.getByText('Bob, 18000')).toBeInTheDocument();
  expect(read).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Leave out hidden rows' }));
  await user.click(read);
  await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/b/show`));
  expect(uploads).toEqual([{}, { sheet: 'June', hidden_rows: 'leave_out' }]);
});

it('asks for the encoding by texts of the file', async () => {
  const encodings = [
    { encoding: 'gb18030', sample: ['辫枚荐'] },
    { encoding: 'euc-kr', sample: ['김철수'] },
  ];
  const { uploads, place } = await chooseAsked({ encodings });
  await user.click(await screen.findByRole('radio', { name: /김철수.*Korean \(EUC-KR\)/ }));
  await user.click(screen.getByRole('button', { name: 'Read file' }));
  await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/b/show`));
  expect(uploads).toEqual([{}, { encoding: 'euc-kr' }]);
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
