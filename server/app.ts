import Fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { AppOptions } from './AppOptions.ts';
import { openPassword } from './crypto/passwordKeys.ts';
import {
  connectionOptions,
  endConnectionsWhenClosing,
  healthRoutes,
  REQUEST_TIMEOUTS,
  removeForwardedPorts,
} from './http/connections.ts';
import { routedUrl, withoutConsole } from './http/console.ts';
import { declarationFiles } from './http/declarationFiles.ts';
import { earlyHeaders } from './http/earlyAnswers.ts';
import { mapErrors } from './http/errorMapper.ts';
import { BODY_LIMIT, requestLimits } from './http/limits.ts';
import { loggerOptions } from './http/logger.ts';
import { measureRequests } from './http/measureRequests.ts';
import { openApiDocument } from './http/openapi.ts';
import { acceptJson, openPasswords } from './http/readBody.ts';
import { API_BASE, Router } from './http/router.ts';
import { commonHeaders, securityHeaders } from './http/securityHeaders.ts';
import { createCallCounts } from './limits/callCounts.ts';
import { codeOwnedResources, MODULES } from './modules/index.ts';
import { OWN_INDEXES } from './modules/ownIndexes.ts';
import { refusedCall } from './modules/sessions/refusals.ts';
import { RouteTable } from './resources/calls/RouteTable.ts';
import { declareResources } from './resources/declareResources.ts';
import { createRegistry } from './resources/registry/createRegistry.ts';
import { goodVersions } from './resources/registry/goodVersions.ts';
import { rememberedEndpoints } from './resources/registry/rememberedEndpoints.ts';
import { addMissingPowers } from './modules/powers/service.ts';
import { createServices, type Services } from './services.ts';

/** Builds the server without listening: what every request passes, then the modules, then the declared resources. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock } = options;
  const app = createServer(options);
  const registry = createRegistry({
    folder: options.resourcesFolder,
    clock,
    endpoints: rememberedEndpoints(db, clock),
    versions: goodVersions(db, clock),
    onError: (error) => app.log.error({ err: error }, 'The resources folder cannot be read'),
  });
  const services = createServices(options, app.log, registry);
  const router = new Router({
    app,
    authenticate: services.sessions.authenticate,
    verifyAnswers: options.verifyAnswers,
    onRefused: async (refused) => {
      if (refused.reason === 'power_waiting') await addMissingPowers(db, refused.session.accountId, clock.now());
      await services.refusals.write(refusedCall(refused, clock.now()));
    },
  });
  await handleEveryRequest(app, options, services, router);
  await addCalls(app, options, services, router);
  app.addHook('onClose', () => registry.close());
  await (options.serveConsole ?? withoutConsole)(app);
  declarationFiles(app, () => registry.state.texts, services.sessions.authenticate);
  app.decorate('workers', () => MODULES.flatMap(({ workers }) => workers?.(services) ?? []));
  return app;
}

function createServer(options: AppOptions): FastifyInstance {
  const { logLevel, logTo, trustedProxies, timeouts = REQUEST_TIMEOUTS, development, isHttps = false } = options;
  return Fastify({
    logger: loggerOptions(logLevel, logTo),
    genReqId: () => uuidv7(),
    rewriteUrl: routedUrl,
    bodyLimit: BODY_LIMIT,
    // Trusts only the last `trustedProxies` addresses of X-Forwarded-For; clients can forge the ones before.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    routerOptions: { maxParamLength: 256 },
    // Vite's client needs inline scripts.
    ...connectionOptions(timeouts, development ? {} : earlyHeaders(isHttps)),
  });
}

/** Adds what every request passes: headers, metrics, parsers, errors, rate limits, health checks. */
async function handleEveryRequest(app: FastifyInstance, options: AppOptions, services: Services, router: Router) {
  const { db, clock, development, isHttps = false, limits, passwordKeys } = options;
  removeForwardedPorts(app);
  commonHeaders(app, clock);
  endConnectionsWhenClosing(app);
  measureRequests(app, (request) => router.patternOf(request), services.metrics.requestAnswered);
  acceptJson(app);
  mapErrors(app, services.translateError);
  await securityHeaders(app, { development, isHttps });
  const calls = createCallCounts({ db: db.kind === 'postgres' ? db : null, clock, log: app.log });
  app.addHook('onClose', calls.close);
  await requestLimits(app, limits, calls);
  if (passwordKeys) openPasswords(app, (text) => openPassword(text, passwordKeys));
  healthRoutes(app, db.canWrite);
}

/** Adds the calls of the modules, then those of the declared resources, which are checked against them. */
async function addCalls(
  app: FastifyInstance,
  { messages, checkedFiles = new Map() }: AppOptions,
  services: Services,
  router: Router,
) {
  for (const { routes } of MODULES) await routes?.(router, services, app);
  const nested = new RouteTable(MODULES.flatMap(({ nestedRoutes }) => nestedRoutes?.(services) ?? []));
  const owned = await codeOwnedResources(services);
  const declared = await declareResources({ ...services, messages, checkedFiles, router, owned, indexes: OWN_INDEXES });
  await router.changing((method, segments) => nested.find(method, segments) ?? declared().find(method, segments));
  app.get(`${API_BASE}/openapi.json`, () => {
    const changing = [...nested.routes, ...declared().routes].map(({ call }) => call);
    return openApiDocument([...router.calls, ...changing], API_BASE);
  });
}
