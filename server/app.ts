import Fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import type { TenantType } from './access/entitlements.ts';
import { permissionCatalogue } from './access/permissionCatalogue.ts';
import { permissionsAskedBy } from '#shared/declaration/resource.ts';
import { permissionToOpen } from './access/permissionToOpen.ts';
import { createRefusalLog } from './audit/refusalLog.ts';
import type { Clock } from './clock.ts';
import { collecting, OPENING_TIMES } from './collecting.ts';
import type { Cipher } from './crypto/dataKey.ts';
import { openPassword, type PasswordKeys } from './crypto/passwordKeys.ts';
import type { Db } from './db/connect.ts';
import { declareResources, entitledTo, type DeclaredResources } from './declaredResources.ts';
import { NotFoundError } from './errors.ts';
import { callbackRoutes } from './gateway/channels/callbackRoutes.ts';
import type { ChannelConnections } from './gateway/channels/ChannelConnections.ts';
import { sandboxForAll } from './gateway/channels/sandbox/sandboxConnection.ts';
import { createPayments } from './gateway/channels/sandbox/page/createPayments.ts';
import { payPageRoutes } from './gateway/channels/sandbox/page/payPageRoutes.ts';
import { endConnectionsWhenClosing } from './http/closing.ts';
import { declarationFiles } from './http/declarationFiles.ts';
import { mapErrors } from './http/errorMapper.ts';
import { createErrorTexts, createTranslators, translatorsOf } from './http/errorTexts.ts';
import { healthRoutes } from './http/health.ts';
import { BODY_LIMIT, requestLimits, type RequestLimits } from './http/limits.ts';
import { createCallCounts } from './limits/callCounts.ts';
import { loggerOptions, type LogStream } from './http/logger.ts';
import { measureRequests } from './http/measureRequests.ts';
import { openPasswords } from './http/openPasswords.ts';
import { openApiDocument } from './http/openapi.ts';
import { acceptJson } from './http/readBody.ts';
import { clientErrorHandler, frameworkErrors } from './http/refusedByFramework.ts';
import { API_BASE, Router } from './http/router.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { REQUEST_TIMEOUTS, timeoutOptions, type RequestTimeouts } from './http/timeouts.ts';
import { createMetrics, type Metrics } from './metrics/createMetrics.ts';
import { baseInfoRoutes } from './modules/baseInfo/routes.ts';
import { createBaseInfo } from './modules/baseInfo/service.ts';
import { batchRoutes } from './modules/batches/routes.ts';
import { createBatches } from './modules/batches/service.ts';
import { channelRoutes } from './modules/channels/routes.ts';
import { createChannels } from './modules/channels/service.ts';
import { createEnrolmentService } from './modules/enrolment/service.ts';
import { enrolmentRoutes } from './modules/enrolment/routes.ts';
import { createGuard } from './modules/gateway/guard.ts';
import { gatewayRoutes } from './modules/gateway/routes.ts';
import { createGateway } from './modules/gateway/service.ts';
import { homeRoutes } from './modules/home/routes.ts';
import { createHome } from './modules/home/service.ts';
import { moveInMenu } from './modules/menus/menusBackend.ts';
import { menuRoutes } from './modules/menus/routes.ts';
import { createMenusService } from './modules/menus/service.ts';
import { liveRoutes } from './modules/live/routes.ts';
import { createLive, type LiveTimes } from './modules/live/service.ts';
import { createMerchantKeys } from './modules/merchantKeys/service.ts';
import { moneyFormRoutes } from './modules/moneyForms/routes.ts';
import { createInbox } from './modules/notifications/inbox.ts';
import { notificationRoutes } from './modules/notifications/routes.ts';
import { notifyAttemptRoutes } from './modules/notifyAttempts/routes.ts';
import { createNotifyAttempts } from './modules/notifyAttempts/service.ts';
import { ownAccountRoutes } from './modules/ownAccount/routes.ts';
import { ownPasswordRoutes } from './modules/ownPasswords/routes.ts';
import { createOwnPasswords } from './modules/ownPasswords/service.ts';
import { createOrders } from './modules/orders/service.ts';
import { createPayouts } from './modules/payouts/service.ts';
import { createPayPasswords } from './modules/payPasswords/service.ts';
import { endSessions } from './modules/sessions/endSessions.ts';
import { roleRoutes } from './modules/roles/routes.ts';
import { sessionRoutes } from './modules/sessions/routes.ts';
import { createSessionsService } from './modules/sessions/service.ts';
import { statementRoutes } from './modules/statements/routes.ts';
import { createStatements } from './modules/statements/service.ts';
import { submerchantStatisticsRoutes } from './modules/submerchants/statistics/routes.ts';
import { createSubmerchantStatistics } from './modules/submerchants/statistics/service.ts';
import { createTotpConfirmation } from './modules/totpConfirmation/service.ts';
import { userRoutes } from './modules/users/routes.ts';
import { walletRoutes } from './modules/wallets/routes.ts';
import { createWallets } from './modules/wallets/service.ts';
import { refusedCall } from './refusedCall.ts';
import { RouteTable } from './resources/calls/RouteTable.ts';
import { problemRoutes } from './resources/registry/problemRoutes.ts';
import { recordSearchRoute } from './resources/search/recordSearchRoute.ts';
import { offeredPages } from './offeredPages.ts';
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
  /** How long at most a key still signs calls to the gateway after it has been replaced; 0 when absent. */
  keyGraceHours?: number;
  /** Of the gateway; as `readConfig` has them when absent. */
  gateway?: {
    orderMinutes: number;
    callsPerMinute: number;
    privateNotifyUrls?: boolean;
    notifyUrlPorts?: readonly number[];
  };
  /** Where payers reach this server, without a slash at the end; as when it is started without settings when absent. */
  publicUrl?: string;
  /** Where channels lead; to the sandbox when absent. */
  channels?: ChannelConnections;
  /** Tells every page that channels may lead to the sandbox, though this is no demo. */
  tellsOfSandbox?: boolean;
  /** What the console encrypts passwords with; null: it does not. */
  passwordKeys?: PasswordKeys | null;
  limits: RequestLimits;
  /** What is counted; by counters of its own when absent. */
  metrics?: Metrics;
  /** How often open pages are told of changes; as usual when absent. */
  live?: LiveTimes;
  /** How long clients may take; as usual when absent. */
  timeouts?: RequestTimeouts;
  /** Proxies in front of the server, each of which adds to X-Forwarded-For the address it was called from. */
  trustedProxies: number;
  /** People open the console by https: their browsers are told to use nothing else. */
  isHttps?: boolean;
  logLevel: string;
  /** Gets the log's lines in place of the standard output. */
  logTo?: LogStream;
  verifyAnswers: boolean;
  /** Adds the console's pages; null: somebody else serves them. */
  serveConsole: ((app: FastifyInstance) => Promise<void>) | null;
  /** Leaves out what Vite's hot reload can't work under. */
  development: boolean;
}

/** Builds the server without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock, cipher, trustedProxies, metrics = createMetrics() } = options;
  const app = Fastify({
    logger: loggerOptions(options.logLevel, options.logTo),
    genReqId: () => uuidv7(),
    bodyLimit: BODY_LIMIT,
    // The last so many addresses of X-Forwarded-For are the proxies' word, all before them anybody's.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    ...{ frameworkErrors, clientErrorHandler },
    routerOptions: { maxParamLength: 256 },
    ...timeoutOptions(options.timeouts ?? REQUEST_TIMEOUTS),
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    // Pages go by it: theirs may be the clock of a computer that is hours wrong.
    void reply.header('Date', clock.now().toUTCString());
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
  });
  endConnectionsWhenClosing(app);
  measureRequests(app, (request) => router.patternOf(request), metrics.requestAnswered);
  acceptJson(app);
  const translate = createErrorTexts(options.messages);
  mapErrors(app, translate);
  await securityHeaders(app, { development: options.development, isHttps: options.isHttps === true });
  const calls = createCallCounts({ db: db.kind === 'postgres' ? db : null, clock, log: app.log });
  app.addHook('onClose', calls.close);
  await requestLimits(app, options.limits, calls);
  const { passwordKeys = null } = options;
  if (passwordKeys) openPasswords(app, (text) => openPassword(text, passwordKeys));
  healthRoutes(app, db.canWrite);

  const resources = () => declared.registry.state.resources;
  const menuMeans = {
    ...{ db, clock, translators: translatorsOf(options.messages) },
    offeredPages: (type: TenantType) => offeredPages(declared.registry.state, type),
  };
  const menus = createMenusService({
    ...menuMeans,
    permissionToOpen: (page) => permissionToOpen(page, (name) => resources().has(name)),
    permissionsAskedBy: (page) => {
      const found = resources().get(page);
      return found ? permissionsAskedBy(found.resource) : [];
    },
  });
  const entitled = (type: TenantType) => entitledTo(declared.registry.state, type);
  const refusals = createRefusalLog({
    db,
    onError: (error) => app.log.error({ err: error }, 'A refusal could not be written to the audit log'),
  });
  app.addHook('onClose', refusals.settled);
  const sessions = createSessionsService({
    ...{ db, clock, cipher, idleMinutes: options.sessionIdleMinutes, menuFor: menus.menuFor, refusals },
    ...{ entitledTo: entitled, onRefused: metrics.signInRefused, tellsOfSandbox: options.tellsOfSandbox ?? false },
  });
  const enrolment = createEnrolmentService({ db, clock, cipher, issuer: options.productTitle });
  const router = new Router({
    ...{ app, authenticate: sessions.authenticate, verifyAnswers: options.verifyAnswers },
    onRefused: (refused) => refusals.write(refusedCall(refused, clock.now())),
  });
  sessionRoutes(router, sessions);
  enrolmentRoutes(router, enrolment);
  ownPasswordRoutes(router, createOwnPasswords({ db, clock, endSessions }));
  ownAccountRoutes(router, {
    ...{ db, clock, cipher, issuer: options.productTitle, idleMinutes: options.sessionIdleMinutes },
  });
  notificationRoutes(router, createInbox({ db, clock }));
  notifyAttemptRoutes(router, createNotifyAttempts({ db, clock }));
  const live = createLive({ db, log: app.log, ...(options.live && { times: options.live }) });
  app.addHook('preClose', live.close);
  metrics.followStreams(live.openStreams);
  liveRoutes(router, live, sessions.authenticate);
  menuRoutes(router, menus, moveInMenu(menuMeans));
  roleRoutes(router, {
    ...{ db, clock, entitledTo: entitled, menuFor: menus.menuFor },
    catalogue: (type) =>
      permissionCatalogue(
        [...resources().values()].map(({ resource }) => resource),
        type,
      ),
  });
  userRoutes(router, { db, clock, cipher, entitledTo: entitled });
  const [channels, wallets] = [createChannels({ db }), createWallets({ db })];
  channelRoutes(router, channels);
  walletRoutes(router, wallets);
  statementRoutes(router, {
    ...{ db, clock, translators: menuMeans.translators, statements: createStatements({ db, clock }) },
  });
  submerchantStatisticsRoutes(router, createSubmerchantStatistics({ db }));
  moneyFormRoutes(router, { db, clock });
  recordSearchRoute(router, () => declared.registry.state);
  problemRoutes(router, () => declared.registry.state, createTranslators(options.messages));
  const {
    callsPerMinute,
    orderMinutes,
    privateNotifyUrls = false,
    notifyUrlPorts = [80, 443],
  } = options.gateway ?? { orderMinutes: 30, callsPerMinute: 3000 };
  const notifyRules = { privateNotifyUrls, notifyUrlPorts };
  const declared: DeclaredResources = await declareResources({
    ...{ db, clock, cipher, router, messages: options.messages, folder: options.resourcesFolder, log: app.log },
    ...{ stores: createStores({ db, clock, cipher }), sessionIdleMinutes: options.sessionIdleMinutes },
    notifyRules,
  });
  app.addHook('onClose', () => declared.registry.close());
  const payPasswords = createPayPasswords({ db, clock });
  const keys = createMerchantKeys({ db, clock, cipher, maxGraceHours: options.keyGraceHours ?? 0 });
  const { publicUrl = 'http://127.0.0.1:4000' } = options;
  const connections = options.channels ?? sandboxForAll({ db, clock, publicUrl });
  const opener = collecting(
    { db, clock, log: app.log, channels: connections, onEnded: (status) => metrics.orderEnded('orders', status) },
    OPENING_TIMES,
  );
  app.addHook('onClose', opener.stop);
  await gatewayRoutes(app, {
    ...{ guard: createGuard({ db, clock, keys }), callsPerMinute, translate, verifyAnswers: options.verifyAnswers },
    gateway: createGateway({
      ...{ db, clock, cipher, orderMinutes, ...notifyRules, open: opener.workOn },
      ...{ orders: createOrders({ clock }), payouts: createPayouts({ clock }) },
    }),
  });
  await callbackRoutes(app, { db, clock, channels: connections });
  await payPageRoutes(app, { payments: createPayments({ db, clock }), clock, translators: menuMeans.translators });
  const totp = createTotpConfirmation({ db, clock, cipher });
  homeRoutes(router, createHome({ db, clock, channels, wallets, keys }));
  baseInfoRoutes(router, { info: createBaseInfo({ db, clock, keys }), keys, payPasswords, totp });
  const batches = createBatches({ clock, cipher, payouts: createPayouts({ clock }) });
  const translators = translatorsOf(options.messages);
  const ofBatches = new RouteTable(batchRoutes({ db, clock, cipher, translators, batches, payPasswords }));
  await router.changing(
    (method, segments) => ofBatches.find(method, segments) ?? declared.routes().find(method, segments),
  );
  app.get(`${API_BASE}/openapi.json`, () =>
    openApiDocument(
      [...router.calls, ...[...ofBatches.routes, ...declared.routes().routes].map(({ call }) => call)],
      API_BASE,
    ),
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
