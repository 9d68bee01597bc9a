import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { SIGN_TYPES } from '#shared/gateway/sign.ts';
import type { TestKey } from '../../modules/gateway/keyLimitsWorld.ts';
import { MERCHANT, type Parameters } from '../../modules/gateway/gatewayWorld.ts';
import { type Attempt, each } from './attempt.ts';
import { idOf, makeKey, paidOrder, prove } from './moves.ts';
import { type Outcome, PROOF, SMALL, THRESHOLD, type WaysWorld } from './waysWorld.ts';

const ABOVE = THRESHOLD + SMALL;

async function pay(w: WaysWorld, key: TestKey, amount: bigint): Promise<Outcome> {
  const { status, data } = await w.payout(key, amount, `P-${w.next()}`, { card_number: w.account() });
  return w.outcome(status, data);
}
const keyIn = ({ data }: Outcome): TestKey => ({ id: String(data['id']), key: String(data['key']) });

/** Ways of one user to a key that pays more than one user decides alone. */
const MAKING: Readonly<
  Record<string, { held: string; amount?: bigint; make(w: WaysWorld, by: string): Promise<TestKey> }>
> = {
  'with a limit per call above the threshold': {
    held: '401 signature_invalid',
    make: async (w, by) => keyIn(await makeKey(w, by, { per_call_limit: String(ABOVE), per_day_limit: String(ABOVE) })),
  },
  'with a limit per day above the default': {
    held: '401 signature_invalid',
    amount: SMALL,
    make: async (w, by) =>
      keyIn(await makeKey(w, by, { per_call_limit: String(SMALL), per_day_limit: String(THRESHOLD * 11n) })),
  },
  'as the second of two keys with the default limits': {
    held: '401 signature_invalid',
    amount: SMALL,
    async make(w, by) {
      await makeKey(w, by);
      return keyIn(await makeKey(w, by));
    },
  },
  'by raising the limits of a key': {
    held: '403 key_limit',
    async make(w, by) {
      const made = await makeKey(w, by);
      const limits = { per_call_limit: String(ABOVE), per_day_limit: String(THRESHOLD * 10n) };
      const terms = { name: `Key ${w.next()}`, may_query: true, may_pay: true, ...limits };
      await prove(w, by, `signing-keys/${idOf(made)}/change`, terms);
      return keyIn(made);
    },
  },
  'by replacing a key whose high limits somebody approved': {
    held: '403 key_limit',
    async make(w, by) {
      const old = await makeKey(w, by, { per_call_limit: String(ABOVE), per_day_limit: String(ABOVE) });
      await prove(w, await w.person(), `signing-keys/${idOf(old)}/approve`);
      return keyIn(await prove(w, by, `signing-keys/${idOf(old)}/replace`, { grace_hours: 0 }));
    },
  },
};

/** Rule 6: a key pays above the defaults only with a second person. */
const MADE: Attempt[] = Object.entries(MAKING).map(([how, { held, amount = ABOVE, make }]) => ({
  path: 'gateway',
  rule: 6,
  name: `a payout of a key ${how}`,
  held,
  passes: '201 pending',
  async prepare(w) {
    const key = await make(w, await w.person());
    const another = await w.person();
    return {
      act: () => pay(w, key, amount),
      satisfy: () => prove(w, another, `signing-keys/${key.id}/approve`),
    };
  },
}));

/** A user who manages keys and may neither pay nor refund. */
async function keyManager(w: WaysWorld): Promise<string> {
  const username = await w.person();
  const id = uuidv7();
  const at = w.clock.now();
  const role = { merchant_id: w.merchantId, id, name: `Keys ${w.next()}`, created_at: at, updated_at: at };
  await w.kysely.insertInto('roles').values({ ...role, description: null }).execute(); // prettier-ignore
  await sql`insert into role_permissions (merchant_id, role_id, permission)
    select ${w.merchantId}, ${id}, unnest(array['base_info.show', 'base_info.regenerate_key', 'signing_keys.list'])`.execute(
    w.kysely,
  );
  await sql`update user_roles set role_id = ${id} where user_id = ${await w.idOf(username)}`.execute(w.kysely);
  return username;
}

const RIGHTS: Attempt[] = [
  {
    path: 'gateway',
    rule: 6,
    name: 'a key that pays, made by a user who may not pay',
    held: '403 key_needs_rights',
    passes: '200 done',
    async prepare(w) {
      const [by, another] = [await keyManager(w), await w.person()];
      return { act: () => makeKey(w, by), satisfy: async () => {}, legitimate: () => makeKey(w, another) };
    },
  },
  {
    path: 'gateway',
    rule: 6,
    name: 'a key that only reads, changed to pay by a user who may not pay',
    held: '403 key_needs_rights',
    passes: '200 done',
    async prepare(w) {
      const [by, another] = [await keyManager(w), await w.person()];
      const id = idOf(await makeKey(w, by, { may_pay: false }));
      const terms = { name: `Key ${w.next()}`, may_query: true, may_pay: true };
      const change = (user: string) => prove(w, user, `signing-keys/${id}/change`, terms);
      return { act: () => change(by), satisfy: async () => {}, legitimate: () => change(another) };
    },
  },
];

/** Calls above the limits of a key, of SMALL per call and twice that per day. */
const CALLS = {
  'a payout above the limit per call': async (w: WaysWorld, key: TestKey) => () => pay(w, key, SMALL + 1n),
  async 'a payout above the limit per day'(w: WaysWorld, key: TestKey) {
    await pay(w, key, SMALL);
    await pay(w, key, SMALL);
    return () => pay(w, key, SMALL);
  },
  async 'a payout above the limit per day, almost a day later'(w: WaysWorld, key: TestKey) {
    await pay(w, key, SMALL);
    await pay(w, key, SMALL);
    w.later(23);
    return () => pay(w, key, SMALL);
  },
  async 'a refund above the limit per call'(w: WaysWorld, key: TestKey) {
    const { order_no } = await w.kysely
      .selectFrom('orders')
      .where('id', '=', await paidOrder(w))
      .select('order_no')
      .executeTakeFirstOrThrow();
    return async () => {
      const wish = { order_no, amount: String(SMALL + 10_000n), reason: 'Returned' };
      const { status, data } = await w.signedCall('refund', key, { ...wish, merchant_refund_no: `R-${w.next()}` });
      return w.outcome(status, data);
    };
  },
};

const MODES = { refuse: '403 key_limit', approve: '201 pending_approval' } as const;

/** Rule 6: a call above a limit of its key is refused, or waits if the merchant chose so. */
const LIMITED: Attempt[] = each(CALLS, MODES, ([what, begin], [mode, held]) => ({
  path: 'gateway' as const,
  rule: 6,
  name: `${what}, of a merchant that lets them ${mode === 'approve' ? 'wait' : 'be refused'}`,
  held,
  passes: what.startsWith('a refund') ? '201 processing' : '201 pending',
  async prepare(w) {
    await w.over(mode === 'approve' ? 'approve' : 'refuse');
    const key = await w.newKey(SMALL, SMALL * 2n, [await w.idOf(await w.person())]);
    const act = await begin(w, key);
    return {
      act,
      satisfy: () =>
        w.kysely
          .updateTable('signing_keys')
          .set({ per_call_limit: THRESHOLD * 2n, per_day_limit: THRESHOLD * 10n })
          .where('id', '=', key.id)
          .execute(),
    };
  },
}));

/** Names that a value could smuggle into the base string. */
const SMUGGLED = { amount: '&amount=1', 'an account': '&card_number=6222020200112233445', 'the key': '&key=0' };

const VALUES: Readonly<Record<string, (w: WaysWorld, value: string) => [string, Parameters]>> = {
  'the payee of a payout': (w, value) => payoutWith(w, { payee_name: `Ana${value}` }),
  'the bank of a payout': (w, value) => payoutWith(w, { bank_name: `ICBC${value}` }),
  'the branch of a payout': (w, value) => payoutWith(w, { branch_name: `Main${value}` }),
  'the remark of a payout': (w, value) => payoutWith(w, { remark: `Wages${value}` }),
};

function payoutWith(w: WaysWorld, change: Parameters): [string, Parameters] {
  const payee = { payee_name: 'Ana', card_number: w.account(), bank_name: 'ICBC' };
  const wish = { merchant_order_no: `P-${w.next()}`, amount: String(SMALL), channel: 'cn_payout_bank' };
  return ['payout', { ...wish, ...payee, ...change }];
}

/** Rule 10: a value that contains a parameter is refused, whoever signed it. */
const AMBIGUOUS: Attempt[] = SIGN_TYPES.flatMap((type) =>
  each(VALUES, SMUGGLED, ([where, call], [what, value]) => ({
    path: 'gateway' as const,
    rule: 10,
    name: `${what} within ${where}, signed with ${type}`,
    held: '400 gateway_body.ambiguous',
    passes: '201 pending',
    async prepare(w) {
      await w.kysely
        .updateTable('merchants')
        .set({ refuse_md5: false })
        .where('merchant_id', '=', w.merchantId)
        .execute();
      const { id, key } = await w.newKey(null, null);
      await w.kysely.updateTable('signing_keys').set({ sign_types: 'any' }).where('id', '=', id).execute();
      const send = async (text: string) => {
        const [name, parameters] = call(w, text);
        const { status, data } = await w.sendSigned(
          name,
          w.signed({ ...w.common(MERCHANT), ...parameters }, key, type),
        );
        return w.outcome(status, data);
      };
      return {
        act: () => send(value),
        satisfy: async () => {},
        // Another sign that looks alike divides no base string.
        legitimate: () => send(value.replace('&', '＆')),
      };
    },
  })),
);

/** Rule 6: who made or approved a key doesn't approve what it asks for. */
const OWN_KEYS: Attempt[] = ['made', 'approved'].map((verb) => ({
  path: 'gateway',
  rule: 6,
  name: `a payout above the limit of a key is approved by the user who ${verb} the key`,
  held: '403 own_request',
  passes: '200 pass',
  async prepare(w) {
    const [maker, approver, another] = [await w.person(), await w.person(), await w.person()];
    await w.over('approve');
    const key = await w.newKey(SMALL, SMALL, [await w.idOf(maker), await w.idOf(approver)]);
    const no = `P-${w.next()}`;
    await w.payout(key, ABOVE, no);
    const { id } = await w.requestOf(no);
    const approve = (by: string) => w.send(by, 'POST', `payment-requests/${id}/approve`, PROOF);
    return {
      act: () => approve(verb === 'made' ? maker : approver),
      satisfy: async () => {},
      legitimate: () => approve(another),
    };
  },
}));

export const OF_KEYS: readonly Attempt[] = [...MADE, ...RIGHTS, ...LIMITED, ...OWN_KEYS, ...AMBIGUOUS];
