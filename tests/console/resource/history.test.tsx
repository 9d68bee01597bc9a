import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const parcels = {
  version: 1,
  name: 'parcels',
  storage: 'table',
  recordRepresentation: 'number',
  fields: [
    { source: 'number', type: 'text' },
    { source: 'sent_at', type: 'datetime' },
    { source: 'lost_at', type: 'datetime' },
  ],
  show: {
    timeline: true,
    moments: [
      { source: 'sent_at', label: 'Became sent' },
      { source: 'lost_at', label: 'Became lost' },
    ],
  },
};

describe('an act that sets a time of the record', () => {
  it('is in the history once, although the log has it a little later', async () => {
    const sent_at = '2026-11-20T03:00:00.000Z';
    const record = { id: 'p1', number: 'P-1', sent_at, lost_at: '2026-11-21T03:00:00.000Z' };
    const merchant = recordingProvider({ parcels: [record] });
    const changes = [{ source: 'sent_at', before: null, after: sent_at }];
    merchant.timeline.push({
      id: '1',
      action: 'parcels.send',
      actor: 'Li Lei',
      at: '2026-11-20T03:00:00.004Z',
      changes,
    });
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'parcels',
      address: `${LIST_PATH}/p1/show`,
      permissions: ['parcels.list', 'parcels.show'],
      declarations: declarationsOf([parcels], shippedDeclarations),
    });
    const history = within(await screen.findByRole('region', { name: 'History' }));
    expect(await history.findByText(/^Li Lei · /)).toBeInTheDocument();
    expect(history.getByText('Became lost')).toBeInTheDocument();
    expect(history.queryByText('Became sent')).not.toBeInTheDocument();
  });
});

describe('a value that only a component of its field can name', () => {
  it('has the same words in the history as on the page', async () => {
    const id = '01990000-0000-7000-8000-000000000001';
    const merchant = recordingProvider({
      webhook_endpoints: [{ id, url: 'https://a.example', events: ['order_paid'] }],
    });
    const at = '2026-11-20T03:00:00.000Z';
    merchant.timeline.push(
      {
        id: '2',
        action: 'webhook_endpoints.edit',
        actor: 'Li Lei',
        at,
        changes: [{ source: 'events', before: '', after: 'order_paid, payout_failed' }],
      },
      {
        id: '1',
        action: 'webhook_endpoints.add',
        actor: 'Li Lei',
        at,
        changes: [{ source: 'events', before: null, after: '' }],
      },
    );
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'webhook_endpoints',
      address: `${LIST_PATH}/${id}/show`,
      permissions: ['webhook_endpoints.list', 'webhook_endpoints.show'],
    });
    const history = within(await screen.findByRole('region', { name: 'History' }));
    await waitFor(() =>
      expect(history.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
        expect.arrayContaining([
          'Events: All events of orders, payouts and refunds → Order paid, Payout failed',
          'Events: All events of orders, payouts and refunds',
        ]),
      ),
    );
  });
});
