import { permissionsAskedBy } from '@merchant-console/declaration';
import { FIRST_VERSION } from '#shared/gateway/versions.ts';
import {
  createEntitlements,
  type EntitledTo,
  type Entitlements,
  pagesInMenu,
  type NamedTenant,
} from './access/entitlements.ts';
import { BUILT_IN_ASKS, BUILT_IN_SIDES, permissionToOpen } from './access/permissionToOpen.ts';
import { createRollOut } from './rollOut/createRollOut.ts';
import type { AppOptions } from './AppOptions.ts';
import { createRefusalLog } from './audit/recordAudit.ts';
import { createPayPasswords } from './credentials/checkOwnPassword.ts';
import { createRecoveryCodes } from './credentials/recoveryCodes.ts';
import { createTotpConfirmation } from './credentials/totpConfirmation.ts';
import type { DbLog } from './db/dbLog.ts';
import { merchantOf } from './db/tenants.ts';
import { connectingAll, sandboxConnection } from './gateway/channels/sandbox/sandboxConnection.ts';
import { createErrorTexts } from './http/errorTexts.ts';
import { translatorsOf } from './i18n/translators.ts';
import { createMailer } from './network/createMailer.ts';
import { createMetrics } from './process/createMetrics.ts';
import { createCallLog } from './modules/apiCalls/service.ts';
import { createBatches } from './modules/batches/service.ts';
import { createChannels } from './modules/channels/service.ts';
import { createDeposits } from './modules/deposits/service.ts';
import { VERSIONS } from './modules/gateway/versions.ts';
import { createMenuRecords } from './modules/menus/menuRecords.ts';
import { offeredPages } from './modules/menus/offeredPages.ts';
import { createMenusService } from './modules/menus/service.ts';
import { createMerchantKeys } from './modules/signingKeys/merchantKeys.ts';
import { OWN_INDEXES } from './modules/ownIndexes.ts';
import { createOrders } from './modules/orders/service.ts';
import { createPayees } from './modules/payees/service.ts';
import { createPaymentRequests } from './modules/paymentRequests/service.ts';
import { createPayouts } from './modules/payouts/service.ts';
import { createRefunds } from './modules/refunds/service.ts';
import { createSessionsService } from './modules/sessions/service.ts';
import { createSigningKeys } from './modules/signingKeys/createSigningKeys.ts';
import { createSigners } from './modules/signingKeys/service.ts';
import { createUsers } from './modules/users/service.ts';
import { createWallets } from './modules/wallets/service.ts';
import { createExporter, recordExport } from './resources/export/createExporter.ts';
import { createFileStreams } from './resources/export/fileStreams.ts';
import { type Registry, type RegistryState, resourcesIn } from './resources/registry/createRegistry.ts';

/** Settings and services that more than one module uses, each created once. */
export type Services = ReturnType<typeof createServices>;

/** @param registry the declared resources; may still be empty, because services read it at each call */
export function createServices(options: ServiceOptions, log: DbLog, registry: Registry) {
  const { db, clock, cipher, productTitle, sessionIdleMinutes: idleMinutes, messages, verifyAnswers } = options;
  const { metrics = createMetrics(), publicUrl = 'http://127.0.0.1:4000', keyGraceHours: maxGraceHours = 0 } = options;
  const { orderMinutes, callsPerMinute, ...urls } = options.gateway ?? { orderMinutes: 30, callsPerMinute: 3000 };
  const gatewayVersions = options.gatewayVersions ?? VERSIONS;
  const newestVersion = gatewayVersions.at(-1)?.name ?? FIRST_VERSION;
  const notifyRules = { privateNotifyUrls: false, notifyUrlPorts: [80, 443], ...urls };
  const translators = translatorsOf(messages);

  const entitlements = () => entitlementsIn(registry.state);
  const entitledTo: EntitledTo = async (at, { merchantId, type }) => {
    const { pages, withPages } = entitlements();
    const shown = await pagesInMenu(at, merchantId, pages);
    if (shown.length === 0) return withPages({ type, merchantNo: '' }, shown);
    return withPages({ type, merchantNo: (await merchantOf(at, merchantId)).merchant_no }, shown);
  };
  const menuDeps = {
    db,
    clock,
    translators,
    offeredPages: (tenant: NamedTenant) => offeredPages(registry.state, tenant),
  };
  const menus = createMenusService({
    ...menuDeps,
    permissionToOpen: (page) => permissionToOpen(page, (name) => registry.state.resources.has(name)),
    sideOf: (page) => BUILT_IN_SIDES[page] ?? registry.state.resources.get(page)?.backend?.side,
    iconOf: (page) => registry.state.resources.get(page)?.resource.icon ?? null,
    permissionsAskedBy: (page) => {
      const found = registry.state.resources.get(page);
      return found ? permissionsAskedBy(found.resource) : (BUILT_IN_ASKS[page] ?? []);
    },
    firstPageOf: (page) => registry.state.resources.get(page)?.resource.declared.firstPageOf ?? [],
  });
  const refusals = createRefusalLog({
    db,
    onError: (error) => log.error({ err: error }, 'Failed to write a rejected call to the audit log'),
  });
  const recoveryCodes = createRecoveryCodes({ clock, cipher });
  const sessions = createSessionsService({
    db,
    clock,
    cipher,
    idleMinutes,
    entitlements,
    menuFor: menus.menuFor,
    refusals,
    onRefused: metrics.signInRefused,
    tellsOfSandbox: options.tellsOfSandbox ?? false,
    recoveryCodes,
    sendsMail: options.mail !== undefined && options.mail !== null,
  });
  const sendMail = options.mail ? createMailer(options.mail) : null;
  const payouts = createPayouts({ clock });
  const payees = createPayees({ clock, cipher });
  const streamFile = createFileStreams(db);
  const sandbox = sandboxConnection({ db, clock, publicUrl });
  return {
    db,
    clock,
    cipher,
    log,
    metrics,
    registry,
    /** Names of the resources whose records modules keep. */
    codeOwned: new Set(Object.keys(OWN_INDEXES)),
    translators,
    streamFile,
    exporter: createExporter({
      db,
      clock,
      streamFile,
      translators,
      find: (name) => {
        const found = registry.state.resources.get(name);
        if (!found?.backend) return undefined;
        const { source, namesForAll = false, seenBy } = found.backend;
        return { resource: found.resource, source, namesForAll, ...(seenBy && { seenBy }) };
      },
      audit: (actor, exported) => db.transaction((tx) => recordExport(tx, actor, exported, clock.now())),
    }),
    translateError: createErrorTexts(translators),
    connections: { live: options.channels ?? connectingAll(sandbox), sandbox },
    publicUrl,
    isHttps: options.isHttps ?? false,
    sendMail,
    callLog: createCallLog({ db, clock, log, writeEveryMs: options.callLogMs }),
    issuer: productTitle,
    idleMinutes,
    verifyAnswers,
    orderMinutes,
    callsPerMinute,
    gatewayVersions,
    notifyRules,
    liveTimes: options.live,
    entitledTo,
    rollOut: createRollOut({ db, clock }),
    menus,
    menuRecords: createMenuRecords(menuDeps),
    refusals,
    sessions,
    recoveryCodes,
    users: createUsers({ clock, cipher, mailsLinks: sendMail !== null, entitledTo, recoveryCodes }),
    payPasswords: createPayPasswords({ db, clock }),
    totp: createTotpConfirmation({ db, clock, cipher }),
    keys: createMerchantKeys({ db, clock, cipher, maxGraceHours, newestVersion }),
    signers: createSigners({ db, clock, cipher }),
    signingKeys: createSigningKeys({ clock, cipher, maxGraceHours, newestVersion }),
    channels: createChannels({ db }),
    wallets: createWallets({ db }),
    orders: createOrders({ clock }),
    payouts,
    deposits: createDeposits({ clock }),
    refunds: createRefunds({ clock }),
    payees,
    paymentRequests: createPaymentRequests({ clock, cipher, payouts, payees }),
    batches: createBatches({ clock, cipher, payouts }),
  };
}

/** Without the options that only the HTTP server needs. */
type ServiceOptions = Omit<
  AppOptions,
  'resourcesFolder' | 'limits' | 'trustedProxies' | 'logLevel' | 'serveConsole' | 'development'
>;

/** Cached per state, because every authenticated call needs it. */
const ENTITLEMENTS = new WeakMap<RegistryState['resources'], Entitlements>();

function entitlementsIn(state: RegistryState): Entitlements {
  const known = ENTITLEMENTS.get(state.resources);
  if (known) return known;
  const entitlements = createEntitlements(resourcesIn(state));
  ENTITLEMENTS.set(state.resources, entitlements);
  return entitlements;
}
