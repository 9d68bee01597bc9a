import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import {
  batchItemSchema,
  batchStateSchema,
  repeatFailedCall,
  type BatchItem,
  type BatchState,
  submissionQuote,
} from '#shared/contract/batches.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { createPayouts, type PayoutOutcome } from '#server/modules/payouts/service.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import type { Db } from '#server/db/connect.ts';

export const HEADER = 'payee_name,card_number,bank_name,branch_name,amount,remark';
export const ROW = '王伟,6222021234567890128,工商银行,北京分行,100.00,工资';

/** A valid row like `ROW`, with other texts in some cells. */
export function row(change: Partial<Record<'name' | 'card' | 'bank' | 'branch' | 'amount' | 'remark', string>> = {}) {
  const { name = '王伟', card = '6222021234567890128', bank = '工商银行', branch = '', amount = '100.00' } = change;
  return [name, card, bank, branch, amount, change.remark ?? ''].join(',');
}

const errorSchema = z.object({
  msg: z.string(),
  data: z.looseObject({
    errors: z.record(z.string(), z.string()).optional(),
    current: z.looseObject({ id: z.string().optional() }).optional(),
  }),
});

const pageSchema = z.object({ batch: batchStateSchema, items: z.array(batchItemSchema), total: z.int() });

export type Answered<T> = { status: number; data: T } & Pick<z.infer<typeof errorSchema>, 'msg'> & {
    errors: Record<string, string>;
    current: string | undefined;
  };

interface Upload {
  user?: string;
  name?: string;
  channel?: string;
  choices?: { sheet?: string; hidden_rows?: string; encoding?: string };
}

/** The payout channel that the demo's first merchant uses. */
export function payoutChannel({ kysely }: Db) {
  return kysely
    .selectFrom('channels')
    .innerJoin('merchants', 'merchants.merchant_id', 'channels.merchant_id')
    .where('merchant_no', '=', 'M100001')
    .where('channels.type', '=', 'payout')
    .where('channels.status', '=', 'enabled')
    .orderBy('code')
    .select(['channels.id', 'channels.merchant_id'])
    .executeTakeFirstOrThrow();
}

/** The calls on batches on a server of their own, by user. */
export async function batchWorld(kind: Db['kind']) {
  const world: World = await startWorld(kind, { orders: 60 });
  const tokens: Record<string, string> = {};
  for (const name of ['demo', 'checker', 'viewer', 'sub']) tokens[name] = (await world.signIn(name)).login_token;
  const payouts = createPayouts({ clock: world.clock });
  const { id: channelId, merchant_id: merchantId } = await payoutChannel(world.db);

  async function call<T>(
    user: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { payload, headers = {}, schema }: { payload?: object | string | Buffer; headers?: object; schema: z.ZodType<T> },
  ): Promise<Answered<T | null>> {
    const answer = await world.call({
      method,
      url: `/prod-api/${url}`,
      token: tokens[user] ?? '',
      headers: { ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const json: unknown = answer.json();
    const { msg, data } = errorSchema.parse(json);
    const good = z.object({ data: schema }).safeParse(json);
    return {
      status: answer.statusCode,
      msg,
      data: good.success ? good.data.data : null,
      errors: data.errors ?? {},
      current: data.current?.id,
    };
  }

  const upload = (
    bytes: Buffer | string,
    { user = 'demo', name = 'wages.csv', channel = channelId, choices = {} }: Upload = {},
  ) =>
    call(user, 'POST', `batch-transfers/upload?${new URLSearchParams({ channel_id: channel, name, ...choices })}`, {
      payload: Buffer.from(bytes),
      headers: { 'content-type': 'application/octet-stream' },
      schema: batchStateSchema,
    });

  async function uploaded(bytes: Buffer | string): Promise<BatchState> {
    const { status, msg, errors, data } = await upload(bytes);
    expect({ status, msg, errors }).toEqual({ status: 201, msg: '', errors: {} });
    if (!data) throw new Error('no batch');
    return data;
  }

  const items = async (id: string, { show = 'all', user = 'demo' } = {}) => {
    const answer = await call(user, 'GET', `batch-transfers/${id}/items?show=${show}`, { schema: pageSchema });
    if (!answer.data) throw new Error(`${answer.status} ${answer.msg}`);
    return answer.data;
  };

  const repair = (item: Pick<BatchItem, 'id'>, cells: object, user = 'demo') =>
    call(user, 'PUT', `batch-transfer-items/${item.id}/cells`, {
      payload: { cells },
      schema: z.object({ batch: batchStateSchema, item: batchItemSchema }),
    });

  const acceptCard = (item: Pick<BatchItem, 'id'>, user = 'demo', cells: object = {}) =>
    call(user, 'PUT', `batch-transfer-items/${item.id}/cells`, {
      payload: { cells, accept_card: true },
      schema: z.object({ batch: batchStateSchema, item: batchItemSchema }),
    });

  const acceptCards = ({ id, revision }: Pick<BatchState, 'id' | 'revision'>, user = 'demo') =>
    call(user, 'POST', `batch-transfers/${id}/accept-cards`, { payload: { revision }, schema: batchStateSchema });

  const remove = (item: Pick<BatchItem, 'id'>, user = 'demo') =>
    call(user, 'DELETE', `batch-transfer-items/${item.id}`, { schema: batchStateSchema });

  const submit = (
    { id, revision }: Pick<BatchState, 'id' | 'revision'>,
    { user = 'demo', key = randomUUID(), password = DEMO_PAY_PASSWORD } = {},
  ) =>
    call(user, 'POST', `batch-transfers/${id}/submit`, {
      payload: { revision, pay_password: password },
      headers: { 'idempotency-key': key },
      schema: batchStateSchema,
    });

  const quoted = (id: string, user = 'demo') =>
    call(user, 'POST', `batch-transfers/${id}/submit/quote`, { schema: submissionQuote.data });

  const repeat = (id: string, { user = 'demo', key = randomUUID() } = {}) =>
    call(user, 'POST', `batch-transfers/${id}/repeat-failed`, {
      headers: { 'idempotency-key': key },
      schema: repeatFailedCall.data,
    });

  async function payAgain(payoutId: string): Promise<{ id: string }> {
    const { data } = await call('demo', 'POST', `payouts/${payoutId}/pay_again`, {
      payload: { pay_password: DEMO_PAY_PASSWORD },
      headers: { 'idempotency-key': randomUUID() },
      schema: z.object({ id: z.string() }),
    });
    if (!data) throw new Error('not paid again');
    return data;
  }

  const payout = async (id: string) => (await call('demo', 'GET', `payouts/${id}`, { schema: z.looseObject({}) })).data;

  const act = (id: string, action: 'discard' | 'recheck', user = 'demo') =>
    call(user, 'POST', `batch-transfers/${id}/${action}`, {
      payload: {},
      headers: { 'idempotency-key': randomUUID() },
      schema: z.looseObject({ status: z.string() }),
    });

  const take = (payoutId: string) => world.db.transaction((tx) => payouts.take(tx, merchantId, payoutId, 'sandbox'));
  async function settle(payoutId: string, outcome: PayoutOutcome): Promise<void> {
    await take(payoutId);
    await world.db.transaction((tx) => payouts.settle(tx, merchantId, payoutId, outcome));
  }

  const violations = async () => [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
  /** Lets the role of `viewer` upload files. @returns a function that takes the permission away again */
  async function letViewersUpload(): Promise<() => Promise<void>> {
    const { kysely } = world.db;
    const roles = kysely.selectFrom('roles').where('name', '=', 'Viewer').where('merchant_id', '=', merchantId);
    const role = await roles.select(['merchant_id', 'id as role_id']).executeTakeFirstOrThrow();
    const permission = 'batch_transfers.create';
    await kysely
      .insertInto('role_permissions')
      .values({ ...role, permission })
      .execute();
    return async () => {
      const added = kysely.deleteFrom('role_permissions').where('role_id', '=', role.role_id);
      await added.where('permission', '=', permission).execute();
    };
  }
  const wallet = () =>
    world.db.kysely
      .selectFrom('wallets')
      .where('merchant_id', '=', merchantId)
      .select(['available', 'frozen'])
      .executeTakeFirstOrThrow();

  return {
    world,
    merchantId,
    channelId,
    payouts,
    upload,
    uploaded,
    items,
    repair,
    remove,
    submit,
    quoted,
    act,
    take,
    settle,
    repeat,
    payAgain,
    payout,
    acceptCard,
    acceptCards,
    violations,
    letViewersUpload,
    wallet,
    token: (user: string) => tokens[user] ?? '',
  };
}

export type BatchWorld = Awaited<ReturnType<typeof batchWorld>>;

export const SUCCESS: PayoutOutcome = { status: 'success', channelOrderNo: 'CH1' };
export const FAILURE: PayoutOutcome = { status: 'failed', errorCode: 'E1', errorMessage: 'Account closed' };
