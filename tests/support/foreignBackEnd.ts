import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';

/** A channel as this back end stores and names it. */
export interface ForeignChannel {
  channelId: string;
  channelName: string;
  state: number;
  owner: { groupId: string };
  limitAmount: string;
  createdAt: string;
}

const querySchema = z.object({
  page: z.coerce.number().int().min(1),
  limit: z.coerce.number().int().min(1),
  keyword: z.string().optional(),
  state: z.string().optional(),
  group: z.string().optional(),
  ids: z.string().optional(),
  orderBy: z.string().default('channelId'),
  direction: z.enum(['ASC', 'DESC']).default('ASC'),
});
type Query = z.infer<typeof querySchema>;

const NO_SUCH = 4004;

/**
 * A back end by somebody else: other addresses, other names, pages by number, ids in bodies and queries, no `msg` where
 * all is well, no Content-Range, "not found" as a code under HTTP 200, and writes that answer with next to nothing.
 */
export function createForeignBackEnd(channels: readonly ForeignChannel[], token: string): FastifyInstance {
  const stored = new Map(channels.map((channel) => [channel.channelId, structuredClone(channel)]));
  let made = 0;
  const app = fastify({ routerOptions: { maxParamLength: 1000 } });

  app.addHook('preHandler', async (request, reply) => {
    if (request.headers['x-token'] !== token) await reply.status(401).send({ code: 400, msg: 'Sign in first' });
  });
  const ok = (data: unknown) => ({ code: 0, data });
  const missing = (reply: FastifyReply) => reply.status(200).send({ code: 0, data: { channel: null } });

  app.get('/prod-api/channel/list', (request) => {
    const query = querySchema.parse(request.query);
    const found = [...stored.values()].filter((channel) => matches(channel, query)).toSorted(by(query));
    const start = (query.page - 1) * query.limit;
    return ok({ list: found.slice(start, start + query.limit), total: String(found.length) });
  });

  app.get('/prod-api/channel/detail', (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.query);
    const channel = stored.get(id);
    return channel ? ok({ channel }) : missing(reply);
  });

  app.post('/prod-api/channel/save', (request, reply) => {
    const { channelId, ...values } = z.looseObject({ channelId: z.string().optional() }).parse(request.body);
    const before = channelId === undefined ? undefined : stored.get(channelId);
    if (channelId !== undefined && !before) return reply.status(200).send({ code: NO_SUCH, msg: 'No such channel' });
    const id = channelId ?? `new-${++made}`;
    stored.set(id, { ...EMPTY, ...before, ...values, channelId: id });
    return ok({ channelId: id });
  });

  app.post('/prod-api/channel/remove', (request, reply) => {
    const { channelId } = z.object({ channelId: z.string() }).parse(request.body);
    if (stored.delete(channelId)) return { code: 0 };
    return reply.status(200).send({ code: NO_SUCH, msg: 'No such channel' });
  });

  app.get('/prod-api/channel/count', (request) => {
    const query = querySchema.parse({ page: 1, limit: 1, ...z.object({}).loose().parse(request.query) });
    const found = [...stored.values()].filter((channel) => matches(channel, query));
    const sum = found.reduce((total, { limitAmount }) => total + BigInt(limitAmount), 0n);
    return ok({ rows: found.length, amounts: { limit: sum.toString() } });
  });
  return app;
}

const EMPTY: ForeignChannel = {
  ...{ channelId: '', channelName: '', state: 1, owner: { groupId: '' }, limitAmount: '0', createdAt: '' },
};

function matches(channel: ForeignChannel, { keyword, state, group, ids }: Query): boolean {
  return (
    (keyword === undefined || channel.channelName.startsWith(keyword)) &&
    (state === undefined || state.split(',').includes(String(channel.state))) &&
    (group === undefined || channel.owner.groupId === group) &&
    (ids === undefined || ids.split(',').includes(channel.channelId))
  );
}

function by({ orderBy, direction }: Query) {
  const key = (channel: ForeignChannel) => String(Reflect.get(channel, orderBy));
  const sign = direction === 'ASC' ? 1 : -1;
  return (one: ForeignChannel, other: ForeignChannel) => (key(one) < key(other) ? -sign : sign);
}
