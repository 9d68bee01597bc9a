import { foreignEnvelope } from '#tests/support/foreignEnvelope.ts';
import type { ForeignChannel } from '#tests/support/foreignBackEnd.ts';
import type { ContractSeed } from '@merchant-console/ra-provider/contracts';

/** Beyond the exact range of a double. */
const EXACT_AMOUNT = '9007199254740993';
const ODD_NAME = `<b>"O'Neil" & 张三 \u{1F9FE}\\n%20+`;
const IDS = ['1', 'a/b', 'a#b', 'a b', 'a%2Fb', '?q=1&r=2', '渠道-🧾', "o'neil"];

/** Channels as a third-party back end stores them. */
export const foreignChannels: ForeignChannel[] = IDS.map((channelId, index) => ({
  channelId,
  channelName: index === 1 ? ODD_NAME : `Channel ${index}`,
  state: index % 3,
  owner: { groupId: index % 2 === 0 ? 'even' : 'odd/group' },
  limitAmount: index === 0 ? EXACT_AMOUNT : String(1000 * index),
  createdAt: new Date(Date.UTC(2026, 2, index + 1)).toISOString(),
}));

const idsWhere = (holds: (index: number) => boolean) => IDS.filter((_, index) => holds(index));

/** The same channels as the console must return them. */
export const foreignSeed: ContractSeed = {
  resource: 'foreign_channels',
  sortField: 'created_at',
  records: foreignChannels.map(({ channelId, channelName, state, owner, limitAmount, createdAt }) => ({
    id: channelId,
    name: channelName,
    state,
    owner,
    group_id: owner.groupId,
    limit_amount: limitAmount,
    created_at: createdAt,
  })),
  filters: [
    { filter: { q: 'Channel' }, ids: idsWhere((index) => index !== 1) },
    { filter: { state: 0 }, ids: idsWhere((index) => index % 3 === 0) },
    { filter: { state: [1, 2] }, ids: idsWhere((index) => index % 3 !== 0) },
    { filter: { group_id: 'even', state: [1] }, ids: idsWhere((index) => index % 6 === 4) },
    { filter: { id: ['a#b', 'a/b', 'gone'] }, ids: ['a/b', 'a#b'] },
    { filter: { q: '', state: [] }, ids: IDS },
  ],
  emptyFilter: { state: 9 },
  reference: { target: 'group_id', id: 'odd/group', ids: idsWhere((index) => index % 2 === 1) },
  missingId: 'gone',
  writing: {
    draft: { name: ODD_NAME, limit_amount: EXACT_AMOUNT, state: 2, created_at: '2027-01-01T00:00:00.000Z' },
    change: { name: `${ODD_NAME}!`, limit_amount: '9007199254740995' },
  },
};

/** Maps the console's verbs to that back end. */
export const foreignDeclaration = {
  version: 1,
  name: 'foreign_channels',
  endpoint: 'channel',
  envelope: foreignEnvelope,
  endpoints: {
    list: {
      path: 'channel/list',
      query: {
        page: '$page',
        limit: '$perPage',
        orderBy: '$sort',
        direction: '$order',
        keyword: '$q',
        state: '$filter.state',
        group: '$filter.group_id',
        ids: '$ids',
      },
      rows: 'payload.list',
      total: 'payload.total',
      record: {
        id: 'channelId',
        name: 'channelName',
        group_id: 'owner.groupId',
        limit_amount: 'limitAmount',
        created_at: 'createdAt',
      },
    },
    show: { path: 'channel/detail', query: { id: '$id' }, row: 'payload.channel' },
    create: { path: 'channel/save' },
    update: { method: 'POST', path: 'channel/save' },
    delete: { method: 'POST', path: 'channel/remove', body: { channelId: '$id' } },
    summary: {
      path: 'channel/count',
      query: { state: '$filter.state' },
      count: 'payload.rows',
      sums: { limit_amount: 'payload.amounts.limit' },
    },
  },
  fields: [
    { source: 'name', type: 'text', search: true },
    { source: 'state', type: 'integer', filter: 'eq' },
    { source: 'group_id', type: 'text', filter: 'eq' },
    { source: 'limit_amount', type: 'money' },
    { source: 'created_at', type: 'datetime', sortable: true },
  ],
};
