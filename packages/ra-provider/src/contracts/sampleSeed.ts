import type { ContractSeed } from './ContractSeed.ts';

/** Text that is often corrupted in transit: markup, quotes, both writing directions, characters outside the BMP. */
const ODD_TEXT = `<b>"O'Neil" & 张三 \u{1F9FE}\u202e\\n%20+`;
/** Beyond the exact range of a double. */
const EXACT_AMOUNT = '9007199254740993';

const IDS = [
  '1',
  'a/b',
  'a#b',
  'a b',
  'a%2Fb',
  '?q=1&r=2',
  '订单-🧾',
  "o'neil",
  '0190a5d2-7c1e-7000-8000-000000000009',
];

const STATUSES = ['pending', 'success', 'failed'] as const;

const records = IDS.map((id, index) => ({
  id,
  order_no: `C2026${String(index).padStart(4, '0')}`,
  channel_id: index % 2 === 0 ? 'channel/even' : 'channel/odd',
  amount: index === 0 ? EXACT_AMOUNT : String(1000 * index),
  subject: index === 1 ? ODD_TEXT : null,
  status: STATUSES[index % STATUSES.length],
  notified: index % 2 === 0,
  attempts: [{ at: '2026-03-01T00:00:00.000Z', answer: null }],
  created_at: new Date(Date.UTC(2026, 2, index + 1)).toISOString(),
}));

const idsWhere = (holds: (index: number) => boolean) => IDS.filter((_, index) => holds(index));

/** Sample orders for back ends that the tests fill. */
export const sampleSeed: ContractSeed = {
  resource: 'orders',
  sortField: 'created_at',
  records,
  filters: [
    { filter: { status: 'success' }, ids: idsWhere((index) => index % 3 === 1) },
    { filter: { status: ['pending', 'failed'] }, ids: idsWhere((index) => index % 3 !== 1) },
    { filter: { status: 'pending', channel_id: 'channel/even' }, ids: idsWhere((index) => index % 6 === 0) },
    { filter: { created_at_gte: records[2]?.created_at, created_at_lt: records[5]?.created_at }, ids: IDS.slice(2, 5) },
    { filter: { subject: ODD_TEXT }, ids: IDS.slice(1, 2) },
    { filter: { id: ['a#b', 'a/b', 'gone'] }, ids: ['a/b', 'a#b'] },
  ],
  emptyFilter: { status: 'closed' },
  reference: { target: 'channel_id', id: 'channel/odd', ids: idsWhere((index) => index % 2 === 1) },
  missingId: 'gone',
  writing: {
    draft: {
      order_no: ODD_TEXT,
      amount: EXACT_AMOUNT,
      subject: null,
      attempts: [],
      created_at: '2027-01-01T00:00:00.000Z',
    },
    change: { amount: '9007199254740995', subject: `${ODD_TEXT}!` },
  },
};
