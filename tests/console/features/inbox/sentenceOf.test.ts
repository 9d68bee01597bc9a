import { describe, expect, it } from 'vitest';
import { notificationKindSchema, type NotificationKind } from '#shared/contract/notifications.ts';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { sentenceOf } from '#console/features/inbox/sentenceOf.ts';
import { formatContext } from '#tests/support/formatContext.ts';

const STATUSES: Partial<Record<NotificationKind, readonly string[]>> = {
  payment_request_decided: ['pass', 'reject'],
  deposit_decided: ['pass', 'reject'],
  refund_decided: ['processing', 'rejected'],
  withdrawal_decided: ['processing', 'rejected', 'success', 'failed'],
  batch_failed: ['failed', 'partly_failed'],
  export_ended: ['done', 'failed'],
  import_ended: ['checked', 'done', 'undone', 'returned'],
  sign_in_locked: ['origin', 'username'],
};
const DATA = {
  number: 'N1',
  amount: '123456',
  currency: 'CNY',
  merchant: 'Ink & Paper',
  failed: '2',
  total: '3',
  title: 'Orders',
  file: 'clients.csv',
  name: 'Ana',
  powers: 'pay,people',
  by: 'Ana',
  changes: JSON.stringify([
    { source: 'daily_total', before: null, after: '1000000' },
    { source: 'only_saved_payees', before: false, after: true },
    { source: 'sum_window_hours', before: 24, after: 48 },
  ]),
  until: '2026-11-20T04:30:00.000Z',
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36',
};

describe('the sentence of a notification', () => {
  it.each(LANGUAGES)('exists without gaps for every kind and status (%s)', async (language) => {
    const context = await formatContext({ language });
    for (const kind of notificationKindSchema.options) {
      for (const status of STATUSES[kind] ?? ['pending']) {
        const text = sentenceOf({ kind, data: { ...DATA, status } }, context);
        expect([kind, status, /%\{|inbox\./.test(text)]).toEqual([kind, status, false]);
        expect(text).not.toBe(context.translate(`inbox.kinds.${kind}`));
      }
    }
  });

  it.each([
    ['en', 'Notification URL: not set → https://a.example/1; Phone: 13800138000 → not set; Calls above a key’s limit: Reject → Wait for approval'], // prettier-ignore
    ['zh', '通知地址：未设置 → https://a.example/1；电话：13800138000 → 未设置；'],
    ['es', 'URL de notificación: sin definir → https://a.example/1; Teléfono: 13800138000 → sin definir; '],
    ['ja', '通知先URL：未設定 → https://a.example/1、電話番号：13800138000 → 未設定、'],
  ] as const)('says of each setting what its values mean (%s)', async (language, words) => {
    const changes = JSON.stringify([
      { source: 'notify_url', before: null, after: 'https://a.example/1' },
      { source: 'phone', before: '13800138000', after: null },
      { source: 'keys_over_limit', before: 'refuse', after: 'approve' },
    ]);
    const text = sentenceOf(
      { kind: 'settings_changed', data: { ...DATA, changes } },
      await formatContext({ language }),
    );
    expect(text).toContain(words);
  });

  it('shows formatted amounts and device names, and only the kind if the status is unknown', async () => {
    const context = await formatContext();
    expect(sentenceOf({ kind: 'deposit_decided', data: { ...DATA, status: 'pass' } }, context)).toBe(
      'Your deposit N1 for 1,234.56 CNY was credited to your balance.',
    );
    expect(sentenceOf({ kind: 'settings_changed', data: DATA }, context)).toBe(
      'Ana changed your merchant’s settings. Daily total per user: default → 10,000.00 CNY; Only saved payees: No → Yes; ' +
        'Period that is summed up (hours): 24 → 48',
    );
    expect(sentenceOf({ kind: 'sign_in', data: DATA }, context)).toContain('192.0.2.7: Chrome on Windows.');
    expect(sentenceOf({ kind: 'deposit_decided', data: { ...DATA, status: 'frozen' } }, context)).toBe(
      'Decisions on my deposits',
    );
  });
});
