import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import { done, refusedAbroad } from './foreignEnvelope.ts';

/** A channel in this back end's own storage format. */
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

const NO_SUCH = 'No such channel';
const NAMELESS = { channelName: 'A channel has a name' };

/**
 * A third-party back end: other addresses, other names, its own envelope, pages by number, IDs in bodies and queries,
 * no Content-Range, rejections with HTTP 200, and writes with nearly empty responses.
 */
export function createForeignBackEnd(channels: readonly ForeignChannel[], token: string): FastifyInstance {
  const stored = new Map(channels.map((channel) => [channel.channelId, structuredClone(channel)]));
  let made = 0;
  const app = fastify({ routerOptions: { maxParamLength: 1000 } });

  app.addHook('preHandler', async (request, reply) => {
    if (request.url !== '/prod-api/login' && request.headers['x-token'] !== token)
      await reply.status(401).send({ outcome: 'sign-in', problem: { text: 'Sign in first' } });
  });
  const missing = (reply: FastifyReply) => reply.status(200).send(done({ channel: null }));

  app.get('/prod-api/channel/list', (request) => {
    const query = querySchema.parse(request.query);
    const found = [...stored.values()].filter((channel) => matches(channel, query)).toSorted(by(query));
    const start = (query.page - 1) * query.limit;
    return done({ list: found.slice(start, start + query.limit), total: String(found.length) });
  });

  app.get('/prod-api/channel/detail', (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.query);
    const channel = stored.get(id);
    return channel ? done({ channel }) : missing(reply);
  });

  app.post('/prod-api/channel/save', (request, reply) => {
    const { channelId, ...values } = z.looseObject({ channelId: z.string().optional() }).parse(request.body);
    const before = channelId === undefined ? undefined : stored.get(channelId);
    if (channelId !== undefined && !before) return reply.status(200).send(refusedAbroad(NO_SUCH));
    if (values['channelName'] === '') return reply.status(200).send(refusedAbroad('Look again', NAMELESS));
    const id = channelId ?? `new-${++made}`;
    stored.set(id, { ...EMPTY, ...before, ...values, channelId: id });
    return done({ channelId: id });
  });

  app.post('/prod-api/channel/remove', (request, reply) => {
    const { channelId } = z.object({ channelId: z.string() }).parse(request.body);
    return stored.delete(channelId) ? done() : reply.status(200).send(refusedAbroad(NO_SUCH));
  });

  app.get('/prod-api/channel/count', (request) => {
    const query = querySchema.parse({ page: 1, limit: 1, ...z.object({}).loose().parse(request.query) });
    const found = [...stored.values()].filter((channel) => matches(channel, query));
    const sum = found.reduce((total, { limitAmount }) => total + BigInt(limitAmount), 0n);
    return done({ rows: found.length, amounts: { limit: sum.toString() } });
  });
  return app;
}

const EMPTY: ForeignChannel = {
  channelId: '',
  channelName: '',
  state: 1,
  owner: { groupId: '' },
  limitAmount: '0',
  createdAt: '',
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
