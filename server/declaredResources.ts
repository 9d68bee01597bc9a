import type { FastifyBaseLogger } from 'fastify';
import { checkDeclarations } from '#shared/declaration/check/checkDeclarations.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { BUILT_IN_PERMISSIONS, entitlementsOf, type TenantType } from './access/entitlements.ts';
import { BUILT_IN_PAGE_NAMES } from './access/permissionToOpen.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import { translatorsOf } from './http/errorTexts.ts';
import type { Router } from './http/router.ts';
import { codeOwnedResources } from './codeOwnedResources.ts';
import { createPayPasswords } from './modules/payPasswords/service.ts';
import { createTotpConfirmation } from './modules/totpConfirmation/service.ts';
import type { CallMeans } from './resources/CallMeans.ts';
import { declaredRoutes } from './resources/calls/declaredRoutes.ts';
import { RouteTable } from './resources/calls/RouteTable.ts';
import { offeredPages } from './offeredPages.ts';
import { OWN_INDEXES } from './ownIndexes.ts';
import { createExporter } from './resources/export/createExporter.ts';
import { activate } from './resources/registry/activate.ts';
import { createRegistry, type Registry, type RegistryState } from './resources/registry/createRegistry.ts';
import type { Stores } from './stores.ts';

export interface DeclaredResourcesOptions {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  stores: Stores;
  messages: Record<Language, Messages>;
  folder: string;
  router: Router;
  log: FastifyBaseLogger;
  sessionIdleMinutes: number;
  /** True if results may be posted to addresses in this network. */
  privateNotifyUrls: boolean;
}

/** The resources folder at work: its registry, and the routes of what is in it now. */
export interface DeclaredResources {
  registry: Registry;
  routes(): RouteTable;
}

/**
 * Puts the declarations of a folder to work and follows it. The server's own calls must be in the router by now, since
 * declarations are checked against them.
 */
export async function declareResources(options: DeclaredResourcesOptions): Promise<DeclaredResources> {
  const { db, clock, cipher, stores, messages, folder, router, log } = options;
  const owned = await codeOwnedResources({
    ...{ db, clock, cipher, translators: translatorsOf(messages) },
    offeredPages: (type) => offeredPages(registry.state, type),
    entitledTo: (type) => entitledTo(registry.state, type),
    ...{ sessionIdleMinutes: options.sessionIdleMinutes, privateNotifyUrls: options.privateNotifyUrls },
  });
  const ownCalls = new Set(router.calls.map(({ method, path }) => `${method} ${path}`));
  const environment = {
    calls: router.calls.map((call) => call.path),
    permissions: [...new Set(Object.values(BUILT_IN_PERMISSIONS).flat())],
    builtInPages: BUILT_IN_PAGE_NAMES,
    indexes: OWN_INDEXES,
    texts: messages,
  };
  const registry = await createRegistry({
    ...{ folder, clock },
    check: (files) => checkDeclarations(files, environment),
    activate: (resource) =>
      activate(
        { storage: stores.storage, codeOwned: owned, answers: (method, path) => ownCalls.has(`${method} ${path}`) },
        resource,
      ),
    onError: (error) => log.error({ err: error }, 'The resources folder cannot be read'),
  });
  const means = meansOf(options, registry);
  let routes = routesOf(registry.state, means);
  report(registry.state, log);
  registry.onChange((state) => {
    routes = routesOf(state, means);
    report(state, log);
  });
  const missing = [...owned.keys()].filter((name) => !registry.state.texts.has(name));
  if (missing.length > 0) log.warn(`There is no declaration in ${folder} for: ${missing.join(', ')}`);
  return { registry, routes: () => routes };
}

function meansOf({ db, clock, cipher, stores, messages }: DeclaredResourcesOptions, registry: Registry): CallMeans {
  const backendOf = (name: string) => registry.state.resources.get(name)?.backend ?? undefined;
  const find = (name: string) => {
    const found = registry.state.resources.get(name);
    return found?.backend ? { resource: found.resource, source: found.backend.source } : undefined;
  };
  return {
    ...{ db, clock, cipher, timeline: stores.timeline, files: stores.files, backendOf },
    exporter: createExporter({ db, clock, messages, find, audit: stores.auditExport }),
    checkPayPassword: createPayPasswords({ db, clock }).check,
    checkTotp: createTotpConfirmation({ db, clock, cipher }).check,
  };
}

function routesOf({ resources }: RegistryState, means: CallMeans): RouteTable {
  return new RouteTable(
    [...resources.values()].flatMap(({ resource, backend }) =>
      backend ? declaredRoutes({ resource, backend }, means) : [],
    ),
  );
}

/** One line a problem: whoever started the server sees it, too. */
function report({ problems }: RegistryState, log: FastifyBaseLogger): void {
  for (const { id, severity, file, line, column, pointer, args } of problems) {
    log[severity === 'error' ? 'error' : 'warn']({ id, args, pointer }, `resources/${file}:${line}:${column}: ${id}`);
  }
}

/** All that users of a kind of tenant can be allowed to do, as the resources are now. */
export function entitledTo({ resources }: RegistryState, type: TenantType): readonly string[] {
  return entitlementsOf(
    [...resources.values()].map(({ resource }) => resource),
    type,
  );
}
