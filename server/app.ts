import Fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { AppOptions } from './AppOptions.ts';
import { openPassword } from './crypto/passwordKeys.ts';
import { NotFoundError } from './errors.ts';
import { endConnectionsWhenClosing, REQUEST_TIMEOUTS, timeoutOptions } from './http/connections.ts';
import { declarationFiles } from './http/declarationFiles.ts';
import { clientErrorHandler, frameworkErrors, mapErrors } from './http/errorMapper.ts';
import { healthRoutes } from './http/health.ts';
import { BODY_LIMIT, requestLimits } from './http/limits.ts';
import { loggerOptions } from './http/logger.ts';
import { measureRequests } from './http/measureRequests.ts';
import { openApiDocument } from './http/openapi.ts';
import { acceptJson, openPasswords } from './http/readBody.ts';
import { API_BASE, Router } from './http/router.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { createCallCounts } from './limits/callCounts.ts';
import { codeOwnedResources, MODULES } from './modules/index.ts';
import { OWN_INDEXES } from './modules/ownIndexes.ts';
import { refusedCall } from './modules/sessions/refusals.ts';
import { RouteTable } from './resources/calls/RouteTable.ts';
import { declareResources } from './resources/declareResources.ts';
import { createRegistry } from './resources/registry/createRegistry.ts';
import { rememberedEndpoints } from './resources/registry/rememberedEndpoints.ts';
import { createServices } from './services.ts';

/**
 * Builds the server without listening: first the hooks that every request passes, then the modules, then the declared
 * resources.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock, messages, trustedProxies, passwordKeys = null } = options;
  const app = Fastify({
    logger: loggerOptions(options.logLevel, options.logTo),
    genReqId: () => uuidv7(),
    bodyLimit: BODY_LIMIT,
    // Trusts only the last `trustedProxies` addresses of X-Forwarded-For; clients can forge the ones before.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    frameworkErrors,
    clientErrorHandler,
    routerOptions: { maxParamLength: 256 },
    ...timeoutOptions(options.timeouts ?? REQUEST_TIMEOUTS),
  });
  const registry = createRegistry({
    folder: options.resourcesFolder,
    clock,
    endpoints: rememberedEndpoints(db, clock),
    onError: (error) => app.log.error({ err: error }, 'The resources folder cannot be read'),
  });
  const services = createServices(options, app.log, registry);
  const router = new Router({
    app,
    authenticate: services.sessions.authenticate,
    verifyAnswers: options.verifyAnswers,
    onRefused: (refused) => services.refusals.write(refusedCall(refused, clock.now())),
  });

  app.addHook('onSend', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    // Pages use the server's time, because the clock of the user's computer may be hours off.
    void reply.header('Date', clock.now().toUTCString());
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
  });
  endConnectionsWhenClosing(app);
  measureRequests(app, (request) => router.patternOf(request), services.metrics.requestAnswered);
  acceptJson(app);
  mapErrors(app, services.translateError);
  await securityHeaders(app, { development: options.development, isHttps: options.isHttps === true });
  const calls = createCallCounts({ db: db.kind === 'postgres' ? db : null, clock, log: app.log });
  app.addHook('onClose', calls.close);
  await requestLimits(app, options.limits, calls);
  if (passwordKeys) openPasswords(app, (text) => openPassword(text, passwordKeys));

  healthRoutes(app, db.canWrite);
  for (const { routes } of MODULES) await routes?.(router, services, app);
  const nested = new RouteTable(MODULES.flatMap(({ nestedRoutes }) => nestedRoutes?.(services) ?? []));
  const owned = await codeOwnedResources(services);
  const declared = await declareResources({ ...services, messages, router, owned, indexes: OWN_INDEXES });
  app.addHook('onClose', () => registry.close());
  await router.changing((method, segments) => nested.find(method, segments) ?? declared().find(method, segments));
  app.get(`${API_BASE}/openapi.json`, () => {
    const changing = [...nested.routes, ...declared().routes].map(({ call }) => call);
    return openApiDocument([...router.calls, ...changing], API_BASE);
  });

  await (options.serveConsole ?? noConsole)(app);
  declarationFiles(app, () => registry.state.texts);
  app.decorate('workers', () => MODULES.flatMap(({ workers }) => workers?.(services) ?? []));
  return app;
}

async function noConsole(app: FastifyInstance): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new NotFoundError();
  });
}
