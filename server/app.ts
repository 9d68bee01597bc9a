import Fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { entitlementsOf } from './access/entitlements.ts';
import { permissionToOpen } from './access/permissionToOpen.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import { declareResources, type DeclaredResources } from './declaredResources.ts';
import { NotFoundError } from './errors.ts';
import { declarationFiles } from './http/declarationFiles.ts';
import { mapErrors } from './http/errorMapper.ts';
import { createErrorTexts, createTranslators } from './http/errorTexts.ts';
import { healthRoutes } from './http/health.ts';
import { BODY_LIMIT, requestLimits, type RequestLimits } from './http/limits.ts';
import { loggerOptions } from './http/logger.ts';
import { openApiDocument } from './http/openapi.ts';
import { API_BASE, Router } from './http/router.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { createEnrolmentService } from './modules/enrolment/service.ts';
import { enrolmentRoutes } from './modules/enrolment/routes.ts';
import { menuRoutes } from './modules/menus/routes.ts';
import { createMenusService } from './modules/menus/service.ts';
import { sessionRoutes } from './modules/sessions/routes.ts';
import { createSessionsService } from './modules/sessions/service.ts';
import { problemRoutes } from './resources/registry/problemRoutes.ts';
import { createStores } from './stores.ts';

/** All that the server is made of, given from outside so that tests can hold each part in hand. */
export interface AppOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  /** Folder of the declarations, which is followed while the server runs. */
  resourcesFolder: string;
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

  const resources = () => declared.registry.state.resources;
  const menus = createMenusService({
    db,
    permissionToOpen: (page) => permissionToOpen(page, (name) => resources().has(name)),
  });
  const sessions = createSessionsService({
    ...{ db, clock, cipher, idleMinutes: options.sessionIdleMinutes, menuFor: menus.menuFor },
    entitledTo: (type) =>
      entitlementsOf(
        [...resources().values()].map(({ resource }) => resource),
        type,
      ),
  });
  const enrolment = createEnrolmentService({ db, clock, cipher, issuer: options.productTitle });
  const router = new Router({ app, authenticate: sessions.authenticate, verifyAnswers: options.verifyAnswers });
  sessionRoutes(router, sessions);
  enrolmentRoutes(router, enrolment);
  menuRoutes(router, menus);
  problemRoutes(router, () => declared.registry.state, createTranslators(options.messages));
  const declared: DeclaredResources = await declareResources({
    ...{ db, clock, router, messages: options.messages, folder: options.resourcesFolder, log: app.log },
    stores: createStores({ db, clock, cipher }),
  });
  app.addHook('onClose', () => declared.registry.close());
  await router.changing((method, segments) => declared.routes().find(method, segments));
  app.get(`${API_BASE}/openapi.json`, () =>
    openApiDocument([...router.calls, ...declared.routes().routes.map(({ call }) => call)], API_BASE),
  );

  await (options.serveConsole ?? noConsole)(app);
  declarationFiles(app, (name) => declared.registry.state.texts.get(name));
  return app;
}

async function noConsole(app: FastifyInstance): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new NotFoundError();
  });
}
