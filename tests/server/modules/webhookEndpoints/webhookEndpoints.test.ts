import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MOST_ENDPOINTS } from '#shared/contract/webhooks.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../gateway/gatewayWorld.ts';

const PUBLIC = 'https://shop.example.com/hook';

/** Addresses that lead into this network, in the spellings that URL parsers accept. */
const INSIDE = [
  ...['http://localhost/n', 'http://LOCALHOST./n', 'http://a.localhost/n', 'http://printer/n', 'http://db.internal'],
  ...['http://127.0.0.1/n', 'http://127.1', 'http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://0'],
  ...['http://10.1.2.3', 'http://172.16.0.1', 'http://192.168.1.1', 'http://169.254.169.254', 'http://100.64.0.1'],
  ...['http://[::1]', 'http://[::]', 'http://[::ffff:127.0.0.1]', 'http://[fe80::1]', 'http://[fc00::1]'],
  ...['http://[2002:7f00:1::]', 'http://[64:ff9b::7f00:1]', 'http://１２７.０.０.１/', 'http://127。0。0。1/'],
  ...['http://a:b@example.com', 'ftp://example.com', 'https://example.com\\@127.0.0.1', 'https://example.com:8443/'],
];

const answerSchema = z.object({ code: z.int(), data: z.record(z.string(), z.unknown()).nullable() });

describe('webhook endpoints', () => {
  let world: GatewayWorld;
  const tokens = new Map<string, string>();
  let made = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    for (const name of ['demo', 'viewer', 'tokyo']) tokens.set(name, (await world.signIn(name)).login_token);
    await world.db.kysely.deleteFrom('webhook_endpoints').execute();
  });
  afterAll(() => world.close());

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    token = tokens.get('demo'),
  ) {
    const url = `/prod-api/webhook-endpoints${path}`;
    const answer = await world.call({ method, url, token: token ?? '', ...(payload && { payload }) });
    const { data } = answerSchema.parse(answer.json());
    return {
      status: answer.statusCode,
      data: data ?? {},
      errors: z.record(z.string(), z.string()).safeParse(data?.['errors']).data,
    };
  }
  const add = (values: object = {}) => ask('POST', '/add', { url: `${PUBLIC}/${(made += 1)}`, ...values });
  const added = async (values: object = {}) =>
    z.object({ id: z.string(), secret: z.string() }).parse((await add(values)).data);
  async function listed(token = tokens.get('demo')) {
    const answer = await world.call({ url: '/prod-api/webhook-endpoints', token: token ?? '' });
    return answer.json<{ data: { id: string; url: string }[] }>().data;
  }

  it('show their secret once, and never again nor in the audit log', async () => {
    const { status, data } = await add({ description: 'ERP', events: ['order_paid'] });
    expect(status).toBe(200);
    const { id, secret } = z.object({ id: z.string(), secret: z.string().regex(/^whsec_[\w+/]{43}=$/) }).parse(data);
    const { data: record } = await ask('GET', `/${id}`);
    expect(record).toMatchObject({
      description: 'ERP',
      events: ['order_paid'],
      status: 'enabled',
      secret_tail: secret.slice(-4),
    });
    const stored = await world.db.kysely.selectFrom('webhook_endpoints').where('id', '=', id).selectAll().execute();
    const logged = await world.db.kysely
      .selectFrom('audit_logs')
      .where('record_id', '=', id)
      .select(['action', 'before', 'after'])
      .execute();
    expect(logged.map(({ action }) => action)).toEqual(['webhook_endpoints.add']);
    expect(JSON.stringify([record, stored, logged])).not.toContain(secret.slice(6));
  });

  it.each(INSIDE)('can neither be added at nor moved to %s', async (url) => {
    const { id } = await added();
    const refused = { status: 422, errors: { url: expect.any(String) } };
    expect(await ask('POST', '/add', { url })).toMatchObject(refused);
    expect(await ask('PUT', `/${id}`, { url })).toMatchObject(refused);
    expect((await ask('DELETE', `/${id}`)).status).toBe(200);
  });

  it('can be edited, disabled, enabled and deleted, each recorded and told to the others who manage them', async () => {
    const { id } = await added();
    await world.db.kysely.deleteFrom('notifications').execute();
    const edited = await ask('PUT', `/${id}`, { description: 'New', events: ['refund_paid', 'payout_failed'] });
    expect(edited).toMatchObject({
      status: 200,
      data: { description: 'New', events: ['payout_failed', 'refund_paid'] },
    });
    expect(await ask('PUT', `/${id}`, { events: null })).toMatchObject({ data: { events: [], description: 'New' } });
    expect(await ask('PUT', `/${id}`, { events: ['order_lost'] })).toMatchObject({ status: 422 });
    expect(await ask('POST', `/${id}/disable`, {})).toMatchObject({ data: { status: 'disabled' } });
    expect(await ask('POST', `/${id}/disable`, {})).toMatchObject({ status: 409 });
    expect(await ask('POST', `/${id}/enable`, {})).toMatchObject({ data: { status: 'enabled' } });
    expect((await ask('DELETE', `/${id}`)).status).toBe(200);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    const logged = world.db.kysely.selectFrom('audit_logs').where('record_id', '=', id).orderBy('seq').select('action');
    expect((await logged.execute()).map(({ action }) => action.replace('webhook_endpoints.', ''))).toEqual(
      ['add', 'edit', 'edit', 'disable', 'enable', 'delete'], // prettier-ignore
    );
    const told = world.db.kysely.selectFrom('notifications').where('kind', '=', 'webhook_endpoint_changed');
    const own = world.db.kysely.selectFrom('users').where('username', '=', 'demo').select('id');
    expect(await told.where('user_id', 'in', own).select('id').execute()).toEqual([]);
  });

  it('need a confirmed session to be added, changed, enabled or given a new secret', async () => {
    const { id } = await added();
    await ask('POST', `/${id}/disable`, {});
    const token = (await world.signInUnconfirmed('demo', DEMO_PASSWORD)).login_token;
    const refused = { status: 403, data: { error: 'confirmation_required' } };
    expect(await ask('POST', '/add', { url: `${PUBLIC}/x` }, token)).toMatchObject(refused);
    expect(await ask('PUT', `/${id}`, { url: `${PUBLIC}/x` }, token)).toMatchObject(refused);
    expect(await ask('POST', `/${id}/enable`, {}, token)).toMatchObject(refused);
    expect(await ask('DELETE', `/${id}`, undefined, token)).toMatchObject({ status: 200 });
  });

  it('are limited in number, and have different addresses', async () => {
    const url = `${PUBLIC}/twice`;
    await add({ url });
    expect(await add({ url })).toMatchObject({ status: 422, errors: { url: expect.stringContaining('already') } });
    while ((await listed()).length < MOST_ENDPOINTS) expect((await add()).status).toBe(200);
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status, data }) => [status, data['error']])).toEqual([
      [409, 'webhook_endpoints_many'],
      [409, 'webhook_endpoints_many'],
    ]);
    for (const { id } of await listed()) await ask('DELETE', `/${id}`);
    const several = await Promise.all(Array.from({ length: MOST_ENDPOINTS + 4 }, () => add()));
    expect(several.filter(({ status }) => status === 200)).toHaveLength(MOST_ENDPOINTS);
    for (const { id } of await listed()) await ask('DELETE', `/${id}`);
  });

  it('belong to one side of one merchant', async () => {
    const { id } = await added();
    expect(await listed(tokens.get('tokyo'))).toEqual([]);
    expect((await ask('GET', `/${id}`, undefined, tokens.get('tokyo'))).status).toBe(404);
    expect((await listed(tokens.get('viewer'))).map((row) => row.id)).toEqual([id]);
    expect((await ask('POST', `/${id}/disable`, {}, tokens.get('viewer'))).status).toBe(403);
    const { login_token } = await world.signIn('demo');
    const entered = await world.call({ method: 'POST', url: '/prod-api/test-mode/enter', token: login_token });
    const token = entered.json<{ data: { login_token: string } }>().data.login_token;
    expect(await listed(token)).toEqual([]);
    expect((await ask('POST', '/add', { url: `${PUBLIC}/test` }, token)).status).toBe(200);
    expect(await listed(token)).toMatchObject([{ url: `${PUBLIC}/test` }]);
    expect((await listed()).map((row) => row.id)).toEqual([id]);
    await ask('DELETE', `/${id}`);
  });

  it('have their deliveries on the page of the record and in the list of notifications, where each can be sent again', async () => {
    const { id } = await added({ events: ['order_failed'] });
    await world.ask('collect', { channel: 'cn_qr_yun', amount: '10013', merchant_order_no: 'H-1' });
    while ((await world.collecting.step()) > 0);
    const server = notifying({ ...world, log: silentLog, notifyUrlPorts: [8443], chance: () => 0 }, NOTIFIER_TIMES);
    await server.step();
    const order = await world.db.kysely
      .selectFrom('orders')
      .where('merchant_id', '=', await world.merchantId(MERCHANT))
      .where('merchant_order_no', '=', 'H-1')
      .select('id')
      .executeTakeFirstOrThrow();
    const token = tokens.get('demo') ?? '';
    const posts = async () =>
      (await world.call({ url: `/prod-api/orders/${order.id}/notifications`, token })).json<{ data: object }>().data;
    const endpoint = {
      endpoint_id: id,
      event: 'order_failed',
      status: 'failed',
      total: 1,
      attempts: [{ result: 'port_not_allowed' }],
    };
    expect(await posts()).toMatchObject({ total: 0, endpoints: [endpoint] });
    const filter = JSON.stringify({ endpoint_id: id });
    const list = (await world.call({ url: `/prod-api/webhook-notifications?filter=${filter}`, token })).json<{
      data: { id: string }[];
    }>().data;
    expect(list).toMatchObject([
      { record_id: order.id, event: 'order_failed', order_type: 'collection', status: 'failed' },
    ]);
    const resent = await world.call({
      method: 'POST',
      url: '/prod-api/webhook-notifications/resend',
      token,
      payload: { ids: list.map((row) => row.id) },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(resent.json()).toMatchObject({ data: { done: 1 } });
    await server.step();
    expect(await posts()).toMatchObject({
      endpoints: [{ ...endpoint, total: 2, attempts: [{ sent_by: expect.any(String) }, {}] }],
    });
    const logged = world.db.kysely
      .selectFrom('audit_logs')
      .where('record_id', '=', order.id)
      .orderBy('seq')
      .select('action');
    expect((await logged.execute()).map(({ action }) => action)).toEqual([
      'orders.notify_failed',
      'orders.notify',
      'orders.notify_failed',
    ]);
    await ask('DELETE', `/${id}`);
  });
});
