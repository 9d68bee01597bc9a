import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const REQUEST = { id: 'request-1', request_no: 'P1', currency: 'JPY', amount: '5000' };

const entry = (values: object) => ({
  id: 'entry-1',
  seq: 7,
  actor_id: null,
  actor_name: 'lin',
  kind: 'money',
  ip: '203.0.113.9',
  user_agent: AGENT,
  action: 'payment_requests.reject',
  resource: 'payment_requests',
  record_id: 'request-1',
  before: null,
  after: null,
  hash: 'h',
  created_at: '2026-11-20T02:00:00.000Z',
  ...values,
});

/** @param placed resources that the user has a page of */
async function openEntry(values: object, placed = ['payment_requests']) {
  const { provider } = recordingProvider({ audit_logs: [entry(values)], payment_requests: [REQUEST] });
  await renderDeclaredPage({
    dataProvider: provider,
    name: 'audit_logs',
    address: `${LIST_PATH}/entry-1/show`,
    findPlace: (resource) =>
      placed.includes(resource)
        ? { basePath: `/${resource}`, permissions: ['list', 'show'].map((key) => `${resource}.${key}`) }
        : null,
  });
  await screen.findByRole('heading', { level: 1 });
}

async function changes(): Promise<string[]> {
  const items = await screen.findAllByRole('listitem');
  return items.map(({ textContent }) => textContent ?? '');
}

describe('an entry of the audit log', () => {
  it('is titled by who did what', async () => {
    await openEntry({});
    const title = 'lin · Rejected · Payment requests';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  });

  it('names the record by its number, as a link, and the device in words', async () => {
    await openEntry({});
    expect(await screen.findByRole('link', { name: 'P1' })).toHaveAttribute('href', '/payment_requests/request-1/show');
    expect(await screen.findByText('Chrome on Windows')).toBeInTheDocument();
  });

  it('shows changed fields by their labels, formatted, in the currency of the record', async () => {
    await openEntry({ before: { status: 'pending', amount: '5000' }, after: { status: 'reject', amount: '6000' } });
    expect(await changes()).toEqual(['Status: Pending → Rejected', 'Amount: 5,000 JPY → 6,000 JPY']);
  });

  it('shows amounts as stored if neither the entry nor the record tells their currency', async () => {
    const lost = { record_id: 'request-2', before: { amount: '5000' }, after: { amount: '6000' } };
    await openEntry(lost);
    expect(await changes()).toEqual(['Amount: 5000 → 6000']);
  });

  it('shows amounts in the currency that the entry names if the record can’t be read', async () => {
    const lost = {
      record_id: 'request-2',
      before: { amount: '5000' },
      after: { amount: '6000', wallet_currency: 'JPY' },
    };
    await openEntry(lost);
    expect(await changes()).toEqual([
      'Amount: 5,000 JPY → 6,000 JPY',
      expect.stringMatching(/^Wallet currency: .*JPY$/),
    ]);
  });

  it('shows values without a declaration, such as a batch row, formatted by their content', async () => {
    const before = { line_no: 3, amount: '10.00', is_new: true };
    await openEntry({ resource: 'gone', before, after: { ...before, amount: '12.00', is_new: false } }, []);
    expect(await changes()).toEqual(['Row: 3', 'Amount: 10.00 → 12.00', 'Is new: Yes → No']);
    expect(screen.getByText('request-1')).toBeInTheDocument();
  });

  it('shows the last values of a removed record', async () => {
    await openEntry({ before: { status: 'pending', amount: '5000' } });
    expect(await changes()).toEqual(['Status: Pending', 'Amount: 5,000 JPY']);
  });

  it('says so if no values were recorded', async () => {
    await openEntry({});
    const card = await screen.findByText('No values were recorded.');
    expect(within(card).queryByRole('listitem')).not.toBeInTheDocument();
  });
});
