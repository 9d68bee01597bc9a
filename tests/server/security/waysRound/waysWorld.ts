import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { errorDataSchema } from '@merchant-console/protocol';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { connectingAll } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import type { SendAnswer } from '#server/gateway/channels/ChannelAdapter.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { keyLimitsWorld } from '../../modules/gateway/keyLimitsWorld.ts';
import { payoutChannel, row } from '../../modules/batches/batchWorld.ts';
import { userCalls } from '../../modules/users/userCalls.ts';

/** Approval threshold of the merchant, in minor units. */
export const THRESHOLD = 50_000n;
/** What one operator decides alone, in minor units. */
export const LIMIT = 100_000n;
/** A payment that needs nobody else. */
export const SMALL = 20_000n;
export const PROOF = { pay_password: DEMO_PAY_PASSWORD };
export const DAY = 24 * 3600;

/** HTTP status, and what the answer says: its error with the reason, or the status of the record. */
export interface Outcome {
  status: number;
  says: string;
  data: Record<string, unknown>;
}

const recordSchema = z.looseObject({
  status: z.string().optional(),
  approval_rule: z.string().nullish(),
  pending_change: z.string().nullish(),
});

/** The outcome of a call. Field errors are named by their field; a waiting request by the rule that asks. */
export function outcomeOf(status: number, body: unknown): Outcome {
  const data = z.object({ data: z.record(z.string(), z.unknown()).nullable() }).parse(body).data ?? {};
  const failed = errorDataSchema.safeParse(data);
  if (failed.success) {
    const { error, reasons = {}, errors = {} } = failed.data;
    const [field = '', reason = ''] = Object.entries(reasons)[0] ?? Object.keys(errors);
    return { status, says: [error, field, reason].filter((part) => part !== '').join(' '), data };
  }
  const record = recordSchema.parse(data);
  const isAsked = record.status === 'pending' || record.status === 'pending_approval';
  const waits = record.pending_change ? 'pending_change' : isAsked ? record.approval_rule : null;
  return { status, says: waits ?? record.status ?? 'done', data };
}

/** The product with a bank that only counts what it is sent, and users and accounts for each attempt. */
export async function waysWorld() {
  const sent: string[] = [];
  let bank: SendAnswer = { status: 'accepted' };
  const counting = {
    async send({ orderNo }: { orderNo: string }) {
      sent.push(orderNo);
      return bank;
    },
    query: async () => ({ status: 'processing' }) as const,
  };
  const channel = { adapter: 'counting', books: 'counting', payouts: counting, refunds: counting };
  const world = await keyLimitsWorld(USUAL_DATABASE, { channels: connectingAll(channel), keyGraceHours: 48 });
  const { db, clock, ofMerchant: merchantId } = world;
  const { kysely } = db;
  const call = ({ token, ...request }: InjectOptions & { token?: string }) =>
    world.app.inject({ ...request, headers: { ...(token && { 'x-token': token }), ...request.headers } });
  const calls = userCalls({ ...world, call });
  const { id: channelId } = await payoutChannel(db);
  let numbers = 0;
  const next = () => (numbers += 1);
  await seed();

  /** An owner who signs in like the demo's, related to nobody. */
  async function seed() {
    for (const table of ['payout_jobs', 'refund_jobs', 'notify_jobs'] as const)
      await kysely.deleteFrom(table).execute();
    await kysely
      .updateTable('merchants')
      .set({ approval_threshold: THRESHOLD })
      .where('merchant_id', '=', merchantId)
      .execute();
  }

  async function send(user: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const { login_token: token } = await world.signIn(user);
    return sendBy(token, method, path, payload);
  }
  async function sendBy(
    token: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    const answer = await call({
      method,
      url: `/prod-api/${path}`,
      token,
      headers: { 'idempotency-key': randomUUID(), ...headers },
      ...(payload && { payload }),
    });
    return outcomeOf(answer.statusCode, answer.json());
  }

  /** Sends to the bank what is due. */
  async function drain() {
    while ((await world.payouts.step()) > 0);
    while ((await world.refunding.step()) > 0);
    await kysely.deleteFrom('payout_jobs').execute();
    await kysely.deleteFrom('refund_jobs').execute();
  }

  /** Balances, what the bank was sent, and what operators have sent it. Equal as long as no money moves. */
  async function money() {
    await drain();
    const { rows } = await sql<Record<string, string>>`
      select (select string_agg(merchant_id || currency || (available + frozen), ' ' order by merchant_id, currency)
          from wallets where available + frozen <> 0) as wallets,
        (select count(*) from withdrawals where status in ('processing', 'success')) as withdrawals,
        (select count(*) from payouts where status <> 'pending_approval') as payouts,
        (select count(*) from refunds where status <> 'pending_approval') as refunds`.execute(kysely);
    return { ...rows[0], sent: sent.length };
  }

  /** A user of the merchant, related to nobody, who signs in like the demo's users and has waited long enough. */
  async function person(role = 'Owner', status: 'enabled' | 'disabled' = 'enabled', of = merchantId): Promise<string> {
    const username = `person${next()}`;
    const { rows } = await sql<{ id: string }>`
      insert into users (merchant_id, id, username, real_name, status, password_hash, pay_password_hash, totp_secret,
        created_at, updated_at)
      select ${of}, ${uuidv7()}, ${username}, ${username}, ${status}, password_hash, pay_password_hash, totp_secret,
        created_at, updated_at from users where username = 'demo' returning id`.execute(kysely);
    const user_id = rows[0]?.id ?? '';
    await sql`insert into directory (merchant_id, kind, name, tenant_id, record_id)
      select merchant_id, kind, ${username}, ${of}, ${user_id} from directory where name = 'demo' limit 1`.execute(
      kysely,
    );
    await sql`insert into user_roles (merchant_id, user_id, role_id)
      select merchant_id, ${user_id}, id from roles where merchant_id = ${of} and name = ${role}`.execute(kysely);
    // Others have no rights that wait.
    if (role !== 'Owner') return username;
    const long = new Date(0);
    const powers = (['pay', 'approve', 'keys', 'decide'] as const).map((power) => ({ merchant_id: of, user_id, power, gained_at: long, usable_at: long })); // prettier-ignore
    await kysely.insertInto('user_powers').values(powers).execute();
    return username;
  }
  const idOf = async (username: string) =>
    (await kysely.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id;

  /** Lets a person whose link was followed sign in like the demo's users. */
  async function signsInLikeDemo(username: string) {
    await sql`update users u set password_hash = d.password_hash, pay_password_hash = d.pay_password_hash,
      totp_secret = d.totp_secret, totp_last_step = null, status = 'enabled' from users d
      where d.username = 'demo' and u.username = ${username}`.execute(kysely);
  }
  /** Follows the link in an answer, as whoever has it. */
  async function follow(answer: Outcome, username: string) {
    await calls.follow(z.string().parse(answer.data['link']));
    await signsInLikeDemo(username);
  }
  /** Invites a user, who sets up a sign-in. Returns the username. */
  async function invited(by: string, role = 'Owner'): Promise<string> {
    const username = `invited${next()}`;
    const role_ids = [await roleId(role)];
    await follow(await send(by, 'POST', 'users/invite', { username, real_name: username, role_ids }), username);
    return username;
  }
  const roleId = async (name: string, of = merchantId) =>
    (
      await kysely
        .selectFrom('roles')
        .where('merchant_id', '=', of)
        .where('name', '=', name)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id;

  /** The merchant without what earlier attempts left: their users, accounts, keys, sums and settings. */
  async function fresh() {
    // Past all sums and waits.
    clock.advance(10 * DAY);
    bank = { status: 'accepted' };
    await sql`update users set status = 'disabled' where username like 'person%' or username like 'invited%'`.execute(
      kysely,
    );
    await sql`update users set invited_by = null, reset_by = null where merchant_id = ${merchantId}`.execute(kysely);
    for (const table of ['sign_in_resets', 'unapproved_outflows', 'operator_requests', 'payees', 'signing_keys', 'pay_password_attempts', 'notifications'] as const) await kysely.deleteFrom(table).execute(); // prettier-ignore
    await sql`update merchants set approval_threshold = ${THRESHOLD}, daily_total = null, sum_window_hours = 24,
      only_saved_payees = false, strict_checkers = false, card_cooling_hours = 24, people_waiting_hours = 24,
      keys_over_limit = 'refuse', refuse_md5 = true where merchant_id = ${merchantId}`.execute(kysely);
    await sql`update platform_limits set amount = ${LIMIT} where currency = 'CNY'`.execute(kysely);
  }

  return {
    ...world,
    merchantId,
    channelId,
    call,
    /** Makes a call that a key signs. */
    signedCall: world.call,
    calls,
    kysely,
    next,
    send,
    sendBy,
    drain,
    money,
    person,
    idOf,
    follow,
    invited,
    roleId,
    signsInLikeDemo,
    fresh,
    sent,
    later: (hours: number) => clock.advance(hours * 3600),
    bankSays: (answer: SendAnswer) => (bank = answer),
    /** The outcome of a signed call. */
    sendSigned: world.send,
    outcome: (status: number, data: Record<string, unknown>) => outcomeOf(status, { data }),
    /** An account number that nothing was paid to. */
    account: () => `62220202001${String(next()).padStart(6, '0')}`,
    row,
  };
}

export type WaysWorld = Awaited<ReturnType<typeof waysWorld>>;
