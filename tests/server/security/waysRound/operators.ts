import { plainText } from '@merchant-console/declaration';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { type Attempt, each } from './attempt.ts';
import { idOf, usableCard } from './moves.ts';
import { LIMIT, type Outcome, PROOF, type WaysWorld } from './waysWorld.ts';

const [ONE, TWO] = ['operator', 'operator2'];
const ABOVE = LIMIT + 1n;

/** An act of an operator, as any operator does it. */
type Act = (operator: string) => Promise<Outcome>;

interface PlatformAct {
  passes: string;
  begin(w: WaysWorld): Promise<{ act: Act; probe?: () => Promise<unknown> }>;
}

async function deposit(w: WaysWorld, amount: bigint): Promise<string> {
  const { id: channel_id } = await channel(w, 'deposit');
  const wish = { channel_id, amount: String(amount), payer_name: 'Lin Trading' };
  return idOf(await w.send('demo', 'POST', 'deposits', wish));
}

async function withdrawal(w: WaysWorld, amount: bigint): Promise<string> {
  return idOf(
    await w.send('demo', 'POST', 'withdrawals', { bankcard_id: await usableCard(w), amount: String(amount), ...PROOF }),
  );
}

const channel = (w: WaysWorld, type: 'deposit' | 'collection', of = w.merchantId) =>
  w.kysely
    .selectFrom('channels')
    .where('merchant_id', '=', of)
    .where('type', '=', type)
    .where('status', '=', 'enabled')
    .where('currency', '=', 'CNY')
    .orderBy('code')
    .selectAll()
    .executeTakeFirstOrThrow();

const pass = (w: WaysWorld, id: string) => (by: string) => w.send(by, 'POST', `deposit-reviews/${id}/pass`, PROOF);
const decide =
  (w: WaysWorld, id: string, verb: string, more: object = {}) =>
  (by: string) =>
    w.send(by, 'POST', `withdrawal-reviews/${id}/${verb}`, { ...PROOF, ...more });
const RETURNED = { reject_reason: 'The bank has returned it' };

/** A withdrawal that two operators have sent. */
async function sentWithdrawal(w: WaysWorld, amount: bigint): Promise<string> {
  const id = await withdrawal(w, amount);
  for (const by of amount > LIMIT ? [ONE, TWO] : [ONE]) await decide(w, id, 'approve')(by);
  return id;
}

/** Acts about money. */
const MONEY: Readonly<Record<string, PlatformAct>> = {
  'a deposit above the limit is credited': {
    passes: '200 pass',
    begin: async (w) => ({ act: pass(w, await deposit(w, ABOVE)) }),
  },
  'the sixth deposit of exactly the limit is credited': {
    passes: '200 pass',
    async begin(w) {
      for (let time = 0; time < 5; time += 1) await pass(w, await deposit(w, LIMIT))(ONE);
      return { act: pass(w, await deposit(w, LIMIT)) };
    },
  },
  'a withdrawal above the limit is sent': {
    passes: '200 processing',
    begin: async (w) => ({ act: decide(w, await withdrawal(w, ABOVE), 'approve') }),
  },
  'a withdrawal above the limit is marked as paid': {
    passes: '200 success',
    begin: async (w) => ({ act: decide(w, await sentWithdrawal(w, ABOVE), 'succeed') }),
  },
  'a withdrawal above the limit is marked as returned': {
    passes: '200 failed',
    begin: async (w) => ({ act: decide(w, await sentWithdrawal(w, ABOVE), 'fail', RETURNED) }),
  },
  'the sixth withdrawal is sent after five that were marked as returned': {
    passes: '200 processing',
    async begin(w) {
      for (let time = 0; time < 5; time += 1) await decide(w, await sentWithdrawal(w, LIMIT), 'fail', RETURNED)(ONE);
      return { act: decide(w, await withdrawal(w, LIMIT), 'approve') };
    },
  },
};

/** Settings of the merchant by which its users may do more, or sooner. */
const SETTINGS: Readonly<Record<string, object>> = {
  'approval threshold': { approval_threshold: '900000000000' },
  'waiting period of accounts': { card_cooling_hours: 0 },
  'waiting period of people': { people_waiting_hours: 0 },
  'daily total': { daily_total: '900000000000' },
  'period of sums': { sum_window_hours: 1 },
  'rule of strict approvers': { strict_checkers: false },
  'rule of saved payees': { only_saved_payees: false },
  'rule against MD5': { refuse_md5: false },
};

const WIDENED: Readonly<Record<string, PlatformAct>> = Object.fromEntries(
  Object.entries(SETTINGS).map(([what, values]) => [
    `the ${what} of a merchant is widened`,
    {
      passes: '200 active',
      async begin(w: WaysWorld) {
        const own = w.kysely.updateTable('merchants').where('merchant_id', '=', w.merchantId);
        await own.set({ daily_total: 250_000n, strict_checkers: true, only_saved_payees: true }).execute();
        const merchants = w.kysely.selectFrom('merchants').where('merchant_id', '=', w.merchantId);
        return {
          act: (by: string) => w.send(by, 'PUT', `merchants/${w.merchantId}`, values),
          probe: () => merchants.selectAll().executeTakeFirst(),
        };
      },
    },
  ]),
);

/** Terms of the platform and its own rules. */
const TERMS: Readonly<Record<string, PlatformAct>> = {
  'the rate of a merchant is changed': {
    passes: '200 enabled',
    async begin(w) {
      const { id, rate_bps } = await channel(w, 'collection');
      return {
        act: (by) => w.send(by, 'PUT', `merchant-rates/${id}`, { rate_bps: rate_bps + 1 }),
        probe: () => w.kysely.selectFrom('channels').where('id', '=', id).select('rate_bps').executeTakeFirst(),
      };
    },
  },
  'a channel of the platform is changed': {
    passes: '200 enabled',
    async begin(w) {
      const { id, rate_bps } = await channel(w, 'collection', PLATFORM_ID);
      return {
        act: (by) => w.send(by, 'PUT', `platform-channels/${id}`, { rate_bps: rate_bps + 1 }),
        probe: () => w.kysely.selectFrom('channels').where('id', '=', id).select('rate_bps').executeTakeFirst(),
      };
    },
  },
  'the limit of one operator is raised': {
    passes: '200 done',
    async begin(w) {
      const limits = w.kysely.selectFrom('platform_limits').where('currency', '=', 'CNY');
      const { id } = await limits.select('id').executeTakeFirstOrThrow();
      return {
        act: (by) => w.send(by, 'PUT', `platform-limits/${id}`, { amount: '900000000000' }),
        probe: () => limits.select('amount').executeTakeFirst(),
      };
    },
  },
  'the waiting period of operators is ended': {
    passes: '200 done',
    async begin(w) {
      const own = w.kysely.updateTable('merchants').where('merchant_id', '=', PLATFORM_ID);
      await own.set({ people_waiting_hours: 24 }).execute();
      const settings = w.kysely.selectFrom('merchants').where('merchant_id', '=', PLATFORM_ID);
      return {
        act: (by) => w.send(by, 'PUT', `platform-settings/${PLATFORM_ID}`, { people_waiting_hours: 0 }),
        probe: () => settings.select('people_waiting_hours').executeTakeFirst(),
      };
    },
  },
};

const ACTS = { ...MONEY, ...WIDENED, ...TERMS };

/** Rule 8: one operator alone changes nothing above the limit. */
const ALONE: Attempt[] = Object.entries(ACTS).map(([what, { passes, begin }]) => ({
  path: 'platform',
  rule: 8,
  name: `${what} by one operator`,
  held: '200 pending_change',
  passes,
  async prepare(w) {
    const { act, probe } = await begin(w);
    return { act: () => act(ONE), satisfy: async () => {}, ...(probe && { probe }), legitimate: () => act(TWO) };
  },
}));

/** What one operator gives a new merchant beyond the platform's limit and defaults. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  threshold: { approval_threshold: '900000000000' },
  'daily total': { daily_total: '900000000000' },
  'period of sums': { sum_window_hours: 1 },
  'waiting period of accounts': { card_cooling_hours: 0 },
  'waiting period of people': { people_waiting_hours: 0 },
};

/** Rule 8: a new merchant is no way to what a change of an existing one can't reach. */
const NEW_MERCHANTS: Attempt[] = Object.entries(GIVEN).map(([what, wider]) => ({
  path: 'platform',
  rule: 8,
  name: `a merchant with a wider ${what} is created by one operator`,
  held: '201 pending_change',
  passes: '200 pass',
  async prepare(w) {
    const platform = w.kysely.updateTable('merchants').where('merchant_id', '=', PLATFORM_ID);
    await platform.set({ card_cooling_hours: 24, people_waiting_hours: 24 }).execute();
    const owner_username = w.account();
    const wish = { name: 'Wide', approval_threshold: '1', owner_username, owner_real_name: 'Mei Lin', ...wider };
    let request = '';
    return {
      async act() {
        const outcome = await w.send(ONE, 'POST', 'merchants', wish);
        request = plainText(outcome.data['pending_change']);
        return outcome;
      },
      satisfy: async () => {},
      async probe() {
        const all = await w.kysely.selectFrom('merchants').where('name', '=', 'Wide').selectAll().execute();
        return all.filter((one) =>
          Object.entries({ ...one }).some(([source, value]) => String(value) === String(wider[source])),
        );
      },
      legitimate: () => w.send(TWO, 'POST', `operator-requests/${request}/approve`, PROOF),
    };
  },
}));

/** Who isn't a second operator. */
const NOT_SECOND = {
  'the same operator again': { rule: 8, held: '403 own_operator_request', who: async () => ONE },
  'an operator whom the first one invited': {
    rule: 4,
    held: '403 checker_related',
    async who(w: WaysWorld) {
      const username = await w.person('Owner', 'enabled', PLATFORM_ID);
      const since = { invited_by: await w.idOf(ONE), invited_at: w.clock.now() };
      await w.kysely.updateTable('users').set(since).where('username', '=', username).execute();
      return username;
    },
  },
  'an operator whose password the first one reset': {
    rule: 4,
    held: '403 checker_related',
    async who(w: WaysWorld) {
      const username = await w.person('Owner', 'enabled', PLATFORM_ID);
      await w.follow(await w.send(ONE, 'POST', `users/${await w.idOf(username)}/reset_password`, {}), username);
      w.later(25);
      return username;
    },
  },
  'an operator who was just enabled': {
    rule: 3,
    held: '403 power_waiting',
    async who(w: WaysWorld) {
      const username = await w.person('Owner', 'enabled', PLATFORM_ID);
      const at = { usable_at: new Date(w.clock.now().getTime() + 3_600_000) };
      await w.kysely.updateTable('user_powers').set(at).where('user_id', '=', await w.idOf(username)).execute(); // prettier-ignore
      return username;
    },
  },
};

const SECOND: Attempt[] = each({ ...MONEY, ...TERMS }, NOT_SECOND, ([what, { passes, begin }], [who, second]) => ({
  path: 'operators' as const,
  rule: second.rule,
  name: `${what}, confirmed by ${who}`,
  held: second.held,
  passes,
  async prepare(w) {
    const { act, probe } = await begin(w);
    await act(ONE);
    const operator = await second.who(w);
    return { act: () => act(operator), satisfy: async () => {}, ...(probe && { probe }), legitimate: () => act(TWO) };
  },
}));

/** Rule 8: adjustments are never made by one operator. */
const ADJUSTMENTS: Attempt[] = ['1', '-10000'].map((amount) => ({
  path: 'platform',
  rule: 8,
  name: `an adjustment of ${amount} is approved by the operator who asked for it`,
  held: '403 own_request',
  passes: '200 pass',
  async prepare(w) {
    const wish = { tenant_id: w.merchantId, currency: 'CNY', amount, reason: 'Correction', ...PROOF };
    const id = idOf(await w.send(ONE, 'POST', 'adjustments', wish));
    const approve = (by: string) => w.send(by, 'POST', `adjustments/${id}/approve`, PROOF);
    return { act: () => approve(ONE), satisfy: async () => {}, legitimate: () => approve(TWO) };
  },
}));

export const OF_OPERATORS: readonly Attempt[] = [...ALONE, ...NEW_MERCHANTS, ...SECOND, ...ADJUSTMENTS];
