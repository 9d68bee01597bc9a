import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { maintain } from '#server/modules/index.ts';
import { forgetOldChanges } from '#server/modules/live/service.ts';
import { openStream } from '#tests/server/modules/live/openStream.ts';
import { DECLARATIONS } from '#tests/server/modules/imports/importWorld.ts';
import { gatewayWorld, type GatewayWorld, MERCHANT, OTHER } from '#tests/server/modules/gateway/gatewayWorld.ts';
import { withdrawer } from '#tests/server/reliability/moneyCaller.ts';

const HOUR = 3_600;
const PROOF = { pay_password: DEMO_PAY_PASSWORD };
const PAYEE = { payee_name: '王芳', card_number: '6222020200112233445', bank_name: '工商银行' };
const USERS = ['demo', 'checker', 'sub', 'operator', 'operator2'];

/** Tickets of customers, with an action of users and one of the clock, which creates a note. */
const TICKETS = {
  version: 1,
  name: 'tickets',
  storage: 'table',
  fields: [
    { source: 'number', type: 'text', default: { sequence: 'T-{yyyy}-{0000}' } },
    { source: 'client_id', type: 'reference', reference: 'clients', onDelete: 'clear' },
    { source: 'tag_ids', type: 'references', reference: 'firms' },
    { source: 'status', type: 'enum', default: 'open', choices: [{ id: 'open' }, { id: 'closed' }] },
    { source: 'touched', type: 'integer' },
  ],
  actions: [
    { key: 'close', when: { field: 'status', eq: 'open' }, set: { status: 'closed' } },
    {
      key: 'remind',
      scope: 'scheduled',
      every: 'day',
      at: '03:00',
      when: { field: 'status', eq: 'open' },
      set: { touched: { add: 1 } },
      create: { reference: 'notes', values: { ticket_id: '$record.id', text: 'Reminded' } },
    },
  ],
};

const NOTES = {
  version: 1,
  name: 'notes',
  storage: 'table',
  fields: [
    { source: 'ticket_id', type: 'reference', reference: 'tickets', required: true, onDelete: 'delete' },
    { source: 'text', type: 'text' },
  ],
};

const madeSchema = z.looseObject({ id: z.string().optional(), revision: z.int().optional() }).nullable();
const itemsSchema = z.union([z.array(z.unknown()), z.object({ items: z.array(z.unknown()) })]);
const describedSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** A record of the platform's settings. */
interface Kept {
  id: string;
  revision: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A server with the demo's tenants and declared resources, and what its users, merchants and workers do. */
export interface BusyServer {
  world: GatewayWorld;
  /** What is done, by name. Each may be called once, in this order. */
  acts: Readonly<Record<string, () => Promise<void>>>;
}

export async function busyServer(): Promise<BusyServer> {
  const resources = { ...DECLARATIONS, tickets: TICKETS, notes: NOTES };
  const live = { lookEveryMs: 20, atMostEveryMs: 20, beatMs: 60_000 };
  const world = await gatewayWorld('postgres', { live }, { resources });
  const tokens: Record<string, string> = {};
  for (const name of USERS) tokens[name] = (await world.signIn(name)).login_token;
  const merchantId = await world.merchantId(MERCHANT);
  const key = await world.keyOf(MERCHANT);
  const { id: channel_id, min_amount } = await world.db.kysely
    .selectFrom('channels')
    .where('merchant_id', '=', merchantId)
    .where('type', '=', 'payout')
    .where('status', '=', 'enabled')
    .select(['id', 'min_amount'])
    .executeTakeFirstOrThrow();
  await world.db.kysely
    .updateTable('merchants')
    .set({ approval_threshold: min_amount })
    .where('merchant_id', '=', merchantId)
    .execute();
  const { withdraw, newKey } = await withdrawer(world, tokens['demo'] ?? '');
  const workers = world.app.workers();

  async function send(user: string, method: Method, path: string, payload?: object | Buffer) {
    const answer = await world.call({
      method,
      url: `/prod-api/${path}`,
      token: tokens[user] ?? '',
      headers: {
        'idempotency-key': randomUUID(),
        ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
      },
      ...(payload && { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer;
  }
  const made = async (user: string, path: string, payload: object | Buffer = {}) => {
    const answer = await send(user, 'POST', path, payload);
    return madeSchema.parse(answer.json<{ data: unknown }>().data);
  };
  const create = async (path: string, values: object) => (await made('demo', path, values))?.id ?? '';
  async function ask(call: string, parameters: Record<string, string>) {
    const { status, msg } = await world.send(call, world.signed({ ...world.common(MERCHANT), ...parameters }, key));
    if (status >= 300) throw new Error(`${call}: ${status} ${msg}`);
  }
  async function work(): Promise<void> {
    for (const worker of workers) if ('step' in worker) while ((await stepOf(worker)) > 0);
  }
  /** Reads whatever a user may read: each list, its export, and its first record. */
  async function readAll(user: string): Promise<void> {
    const { paths } = describedSchema.parse((await world.call({ url: '/prod-api/openapi.json' })).json());
    const gets = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}) && !path.endsWith('/events'));
    const get = (path: string) => world.call({ url: `/prod-api${path}`, token: tokens[user] ?? '' });
    for (const path of gets.filter((one) => !one.includes('{'))) {
      const answer = await get(path.endsWith('/statements') ? `${path}?from=2026-11-01&to=2026-11-10` : path);
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const items = itemsSchema.safeParse(isJson ? answer.json<{ data: unknown }>().data : null).data ?? [];
      const first = madeSchema.safeParse((Array.isArray(items) ? items : items.items)[0]).data?.id;
      if (first === undefined) continue;
      const ofRecord = gets.filter((one) => one.startsWith(`${path}/{`) && one.split('{').length === 2);
      for (const one of ofRecord) await get(one.replace(/\{\w+\}/, first));
      await get(`${path}?range=[0,9]&filter=${encodeURIComponent(JSON.stringify({ q: 'a' }))}`);
    }
  }

  return {
    world,
    acts: {
      async 'gateway calls'() {
        const order = () => ({ channel: 'cn_qr_yun', amount: '12300', merchant_order_no: randomUUID() });
        await ask('collect', { ...order(), merchant_order_no: 'PAID', notify_url: 'https://shop.example/n' });
        for (let times = 0; times < 3; times += 1) await ask('collect', order());
        await ask('payout', { ...PAYEE, ...order(), channel: 'cn_payout_bank' });
        await ask('query', { type: 'collect', merchant_order_no: 'PAID' });
      },
      async 'settlement in groups'() {
        world.clock.advance(10);
        await work();
        const refund = { merchant_refund_no: randomUUID(), amount: '100', reason: 'Returned' };
        await ask('refund', { ...refund, merchant_order_no: 'PAID' });
        world.clock.advance(10);
        await work();
      },
      async 'money by users'() {
        const payment = { channel_id, ...PAYEE, amount: String(min_amount + 1n), ...PROOF };
        const [approved, rejected] = [
          await made('demo', 'payment-requests', payment),
          await made('demo', 'payment-requests', payment),
        ];
        await made('checker', `payment-requests/${approved?.id}/approve`, PROOF);
        await made('checker', `payment-requests/${rejected?.id}/reject`, { reject_reason: 'Not now' });
        const { id } = await withdraw(newKey());
        await made('operator', `withdrawal-reviews/${id}/approve`, PROOF);
        await made('operator', `withdrawal-reviews/${id}/succeed`, PROOF);
        const rows = Array.from({ length: 3 }, () => '王伟,6222021234567890128,工商银行,,100.00,');
        const file = ['payee_name,card_number,bank_name,branch_name,amount,remark', ...rows].join('\n');
        const batch = await made(
          'demo',
          `batch-transfers/upload?channel_id=${channel_id}&name=a.csv`,
          Buffer.from(file),
        );
        await made('demo', `batch-transfers/${batch?.id}/discard`);
      },
      async 'changes by operators'() {
        const wanted = { name: 'Shop', currency: 'CNY', time_zone: 'Asia/Shanghai', approval_threshold: '500000' };
        const owner = { owner_username: 'shop.owner', owner_real_name: 'Mei Lin' };
        await made('operator', 'merchants', { ...wanted, ...owner, channels: [] });
        const channels = (await send('operator', 'GET', 'platform-channels')).json<{ data: Kept[] }>().data;
        const { id, revision } = channels[0] ?? { id: '', revision: 0 };
        await send('operator', 'PUT', `platform-channels/${id}`, { revision, min_amount: '200' });
      },
      async 'declared relations'() {
        const firm = await create('firms', { name: 'Acme' });
        const client = await create('clients', { code: 'C1', name: 'Ana', firm_id: firm });
        const ticket = await create('tickets', { client_id: client, tag_ids: [firm] });
        await create('notes', { ticket_id: ticket, text: 'Called' });
        const trip = await made('demo', 'trips', { name: 'North', stops: [{ place: 'Oslo' }, { place: 'Bergen' }] });
        await send('demo', 'PUT', `trips/${trip?.id}`, { name: 'South', revision: trip?.revision });
        const closed = await create('tickets', { client_id: client });
        await made('demo', `tickets/${closed}/close`);
        await send('demo', 'DELETE', `trips/${trip?.id}`);
        await send('demo', 'DELETE', `tickets/${closed}`);
        await send('demo', 'DELETE', `clients/${client}`);
      },
      async imports() {
        const uploaded = await made(
          'demo',
          'imports?resource=clients&name=a.csv',
          Buffer.from('code,name\nC2,Bo\nC3,Cy\n'),
        );
        await made('demo', `imports/${uploaded?.id}/apply`, { mode: 'all' });
        await work();
        await made('demo', `imports/${uploaded?.id}/undo`);
        await work();
      },
      async 'scheduled actions'() {
        await work();
        world.clock.advance(24 * HOUR);
        for (const name of USERS) tokens[name] = (await world.signInUnconfirmed(name)).login_token;
        for (let times = 0; times < 3; times += 1) await work();
      },
      async exports() {
        await send('demo', 'GET', 'orders/export?format=csv');
        await made('demo', 'tasks', { kind: 'export', resource: 'orders', query: {} });
        await work();
        await send('demo', 'GET', 'statements/export?format=xlsx&from=2026-11-01&to=2026-11-10');
      },
      async 'sign-in and sessions'() {
        for (const name of USERS) tokens[name] = (await world.signInUnconfirmed(name)).login_token;
        await world.call({ method: 'POST', url: '/prod-api/login', payload: { username: 'demo', password: 'wrong' } });
        const confirm = { password: DEMO_PASSWORD, totp_code: await world.totpCode() };
        await world.call({
          method: 'POST',
          url: '/prod-api/session/confirm',
          token: tokens['demo'] ?? '',
          payload: confirm,
        });
        await send('sub', 'POST', 'logout', {});
        tokens['sub'] = (await world.signInUnconfirmed('sub')).login_token;
      },
      'reads of a merchant': () => readAll('demo'),
      'reads of a sub-merchant': () => readAll('sub'),
      'reads of an operator': () => readAll('operator'),
      async 'live feed'() {
        const base = await world.app.listen({ port: 0, host: '127.0.0.1' });
        const streams = [];
        for (const name of ['demo', 'operator']) streams.push(await openStream(base, tokens[name] ?? ''));
        for (const stream of streams) await stream.next();
        await create('firms', { name: 'Umbrella' });
        for (const stream of streams.slice(0, 1)) await stream.next();
        for (const stream of streams) stream.close();
      },
      async maintenance() {
        await maintain(world.db, world.clock, { sendsMail: true });
        await forgetOldChanges(world.db);
        for (const worker of workers) {
          worker.start();
          await worker.stop();
        }
      },
      async 'the end of the server'() {
        await ask('query', { type: 'collect', merchant_order_no: 'PAID' });
        await world.ask('query', { type: 'collect', merchant_order_no: 'NONE' }, OTHER);
        await world.app.close();
      },
    },
  };
}

async function stepOf(worker: object): Promise<number> {
  return 'step' in worker && typeof worker.step === 'function' ? z.number().parse(await worker.step()) : 0;
}
