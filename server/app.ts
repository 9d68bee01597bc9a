import Fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import { channelSchema } from '#shared/contract/channel.ts';
import { orderSchema } from '#shared/contract/order.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import { NotFoundError } from './errors.ts';
import { mapErrors } from './http/errorMapper.ts';
import { createErrorTexts } from './http/errorTexts.ts';
import { healthRoutes } from './http/health.ts';
import { BODY_LIMIT, requestLimits, type RequestLimits } from './http/limits.ts';
import { loggerOptions } from './http/logger.ts';
import { openApiDocument } from './http/openapi.ts';
import { API_BASE, Router } from './http/router.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { channelsSource } from './modules/channels/channels.ts';
import { createEnrolmentService } from './modules/enrolment/service.ts';
import { enrolmentRoutes } from './modules/enrolment/routes.ts';
import { createMenusService } from './modules/menus/service.ts';
import { ordersSource } from './modules/orders/orders.ts';
import { sessionRoutes } from './modules/sessions/routes.ts';
import { createSessionsService } from './modules/sessions/service.ts';
import { readRoutes } from './resources/readRoutes.ts';
import { resourceNamed } from './resources/resourceNamed.ts';

/** All that the server is made of, given from outside so that tests can hold each part in hand. */
export interface AppOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  resources: Map<string, Resource>;
  messages: Record<Language, Messages>;
  /** Names accounts in authenticator apps. */
  productTitle: string;
  sessionIdleMinutes: number;
  limits: RequestLimits;
  trustProxy: boolean;
  logLevel: string;
  verifyAnswers: boolean;
  /** Adds the console's pages; null: somebody else serves them. */
  serveConsole: ((app: FastifyInstance) => Promise<void>) | null;
  /** Leaves out what Vite's hot reload can't work under. */
  development: boolean;
}

/** Builds the server without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock, cipher } = options;
  const app = Fastify({
    logger: loggerOptions(options.logLevel),
    genReqId: () => uuidv7(),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    routerOptions: { maxParamLength: 256 },
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    if (request.url.startsWith(API_BASE)) void reply.header('Cache-Control', 'no-store');
  });
  mapErrors(app, createErrorTexts(options.messages));
  await securityHeaders(app, { development: options.development });
  await requestLimits(app, options.limits);
  healthRoutes(app, async () => {
    await sql`select 1`.execute(db.kysely);
    return true;
  });

  const menus = createMenusService(db);
  const sessions = createSessionsService({
    db,
    clock,
    cipher,
    idleMinutes: options.sessionIdleMinutes,
    menuFor: menus.menuFor,
  });
  const enrolment = createEnrolmentService({ db, clock, cipher, issuer: options.productTitle });
  const router = new Router({ app, authenticate: sessions.authenticate, verifyAnswers: options.verifyAnswers });
  sessionRoutes(router, sessions);
  enrolmentRoutes(router, enrolment);
  readRoutes(router, resourceNamed(options.resources, 'orders'), orderSchema, ordersSource(db));
  readRoutes(router, resourceNamed(options.resources, 'channels'), channelSchema, channelsSource(db));
  app.get(`${API_BASE}/openapi.json`, () => openApiDocument(router.calls, API_BASE));

  await (options.serveConsole ?? noConsole)(app);
  return app;
}

async function noConsole(app: FastifyInstance): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new NotFoundError();
  });
}
