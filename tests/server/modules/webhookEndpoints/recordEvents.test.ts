import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { webhookSignature } from '#server/crypto/webhookSecret.ts';
import { type MerchantServer, startMerchantServer } from '#tests/support/merchantServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, type GatewayWorld } from '../gateway/gatewayWorld.ts';

const RULES = { privateNotifyUrls: true, notifyUrlPorts: [80, 443] };
const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, ...RULES } };

const NAMES = ['tickets', 'ticket_messages', 'teams', 'team_members'];
const example = (name: string): object => JSON.parse(readFileSync(`examples/help-desk/${name}.json`, 'utf8'));

const answerSchema = z.object({ data: z.unknown() });
const idSchema = z.looseObject({ id: z.string() });
const addedSchema = z.object({ id: z.string(), secret: z.string() });
const errorsSchema = z.object({ errors: z.record(z.string(), z.string()) });

describe('events of stored records for webhook endpoints', () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    const resources = Object.fromEntries(NAMES.map((name) => [name, example(name)]));
    world = await gatewayWorld(USUAL_DATABASE, PRIVATE, { resources });
    shop = await startMerchantServer();
    for (const name of ['demo', 'viewer']) tokens.set(name, (await world.signIn(name)).login_token);
    await world.db.kysely.deleteFrom('webhook_endpoints').execute();
    await world.db.kysely.deleteFrom('notify_jobs').execute();
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });

  async function ask(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, user = 'demo') {
    const headers = { 'idempotency-key': randomUUID() };
    const token = tokens.get(user) ?? '';
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answerSchema.parse(answer.json()).data };
  }
  const sendAll = async () => {
    const worker = notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES);
    for (let idle = 0; idle < 2; idle += 1) if ((await worker.step()) > 0) idle = 0;
  };
  const ticket = { subject: 'Printer is on fire', opened_on: '2026-11-20', price: '990' };
  const listed = async () => (await ask('GET', 'webhook-notifications?filter={"order_type":["record"]}')).data;

  it('are offered to users who may see the records', async () => {
    const { data } = await ask('GET', 'webhook-events');
    expect(data).toEqual([
      {
        name: 'tickets',
        label: expect.objectContaining({ en: 'Tickets' }),
        events: [
          { event: 'tickets.create', label: null },
          { event: 'tickets.solve', label: expect.objectContaining({ en: 'Solve' }) },
          { event: 'tickets.reopen', label: expect.objectContaining({ en: 'Reopen' }) },
          { event: 'tickets.close_stale', label: expect.objectContaining({ en: 'Closed after a week' }) },
        ],
      },
    ]);
    const url = `${shop.url}/refused`;
    expect(await ask('POST', 'webhook-endpoints/add', { url, events: ['tickets.edit'] })).toMatchObject({
      status: 422,
    });
    expect(await ask('POST', 'webhook-endpoints/add', { url, events: ['teams.create'] })).toMatchObject({
      status: 422,
    });
  });

  it('arrive signed, as they were when they happened, and can be sent again', async () => {
    const url = `${shop.url}/tickets`;
    const events = ['tickets.solve', 'order_paid', 'tickets.create'];
    const added = addedSchema.parse((await ask('POST', 'webhook-endpoints/add', { url, events })).data);
    expect((await ask('GET', `webhook-endpoints/${added.id}`)).data).toMatchObject({
      events: ['order_paid', 'tickets.create', 'tickets.solve'],
    });
    shop.answer((response) => response.writeHead(500).end());
    const { id } = idSchema.parse((await ask('POST', 'tickets', ticket)).data);
    expect(await ask('POST', `tickets/${id}/solve`, { text: 'Extinguished' })).toMatchObject({ status: 200 });
    expect(await ask('POST', `tickets/${id}/solve`, { text: 'Twice' })).toMatchObject({ status: 409 });
    expect(await ask('POST', `tickets/${id}/reopen`, {})).toMatchObject({ status: 200 });
    await sendAll();
    const rows = z.array(idSchema).parse(await listed());
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => [row['order_no'], row['resource'], row['record_id'], row['last_result']])).toEqual(
      rows.map(() => ['Printer is on fire', 'tickets', id, 'refused_status']),
    );
    shop.answer((response) => response.writeHead(204).end());
    shop.received.length = 0;
    const ids = rows.map((row) => row.id);
    expect(await ask('POST', 'webhook-notifications/resend', { ids })).toMatchObject({ data: { done: 2 } });
    await sendAll();
    expect(
      z
        .array(idSchema)
        .parse(await listed())
        .map((row) => row['status']),
    ).toEqual(['delivered', 'delivered']);
    const posted = shop.received.map(({ headers, text }) => {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
      expect(headers['webhook-signature']).toBe(`v1,${webhookSignature(added.secret, signed)}`);
      return z.looseObject({ type: z.string() }).parse(JSON.parse(text));
    });
    const solved = posted.find(({ type }) => type === 'tickets.solve');
    expect(posted.map(({ type }) => type).toSorted()).toEqual(['tickets.create', 'tickets.solve']);
    expect(solved).toMatchObject({
      merchant_no: 'M100001',
      test: false,
      data: {
        resource: 'tickets',
        record: { id, subject: 'Printer is on fire', status: 'solved', resolution: 'Extinguished', revision: 2 },
        before: { status: 'open', resolution: null, solved_at: null },
      },
    });
    expect(JSON.stringify(posted)).not.toMatch(/price|990/);
  });

  it('can be chosen, and are listed, only for users who may see all records', async () => {
    const rights = ['tickets.list', 'webhook_endpoints.create', 'webhook_notifications.list'];
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const grant = (some: readonly string[]) => {
      const rows = some.map((permission) => ({ merchant_id: role.merchant_id, role_id: role.id, permission }));
      return kysely
        .insertInto('role_permissions')
        .values(rows)
        .onConflict((one) => one.doNothing())
        .execute();
    };
    const choose = () =>
      ask('POST', 'webhook-endpoints/add', { url: `${shop.url}/viewer`, events: ['tickets.create'] }, 'viewer');
    const countOf = async (query: string, user = 'viewer') => {
      const { data } = await ask('GET', `webhook-notifications/summary${query}`, undefined, user);
      return z.object({ count: z.number() }).parse(data).count;
    };
    const ofRecords = '?filter={"order_type":["record"]}';
    await grant(rights);
    expect((await ask('GET', 'tickets', undefined, 'viewer')).data).toEqual([]);
    expect((await ask('GET', 'webhook-events', undefined, 'viewer')).data).toEqual([]);
    expect((await choose()).status).toBe(422);
    expect(await countOf(ofRecords)).toBe(0);
    expect(await countOf('')).toBe((await countOf('', 'demo')) - 2);
    await grant(['tickets.see_all']);
    expect((await choose()).status).toBe(200);
    expect(await countOf(ofRecords)).toBe(2);
  });

  it('can neither be chosen nor added to by users who may not see the records, who keep what there is', async () => {
    const merchantId = await world.merchantId('M100001');
    const { id } = await world.db.kysely
      .selectFrom('webhook_endpoints')
      .where('merchant_id', '=', merchantId)
      .select('id')
      .executeTakeFirstOrThrow();
    await world.db.kysely.deleteFrom('menus').where('component_path', '=', 'tickets').execute();
    expect((await ask('GET', 'webhook-events')).data).toEqual([]);
    const kept = { events: ['tickets.solve', 'tickets.create'] };
    expect(await ask('PUT', `webhook-endpoints/${id}`, kept)).toMatchObject({ status: 200 });
    const more = await ask('PUT', `webhook-endpoints/${id}`, { events: ['tickets.solve', 'tickets.reopen'] });
    expect(more.status).toBe(422);
    expect(errorsSchema.parse(more.data).errors).toHaveProperty('events');
  });
});
