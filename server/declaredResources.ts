import type { FastifyBaseLogger } from 'fastify';
import { checkInSteps, type CheckedFiles } from '#shared/declaration/check/checkDeclarations.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { BUILT_IN_PERMISSIONS, entitlementsOf, type TenantType } from './access/entitlements.ts';
import { BUILT_IN_PAGE_NAMES } from './access/permissionToOpen.ts';
import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import type { Db } from './db/connect.ts';
import { translatorsOf } from './http/errorTexts.ts';
import type { Route } from './http/Route.ts';
import type { Router } from './http/router.ts';
import { codeOwnedResources } from './codeOwnedResources.ts';
import { inPieces } from './inPieces.ts';
import { createPayPasswords } from './modules/payPasswords/service.ts';
import { createTotpConfirmation } from './modules/totpConfirmation/service.ts';
import type { NotifyRules } from './network/notifyUrl.ts';
import type { CallMeans } from './resources/CallMeans.ts';
import type { ResourceBackend } from './resources/ResourceBackend.ts';
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
  notifyRules: NotifyRules;
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
  const routesFor = createRoutesFor(meansOf(options, (name) => registry.state.resources.get(name)));
  const owned = await codeOwnedResources({
    ...{ db, clock, cipher, translators: translatorsOf(messages) },
    offeredPages: (type) => offeredPages(registry.state, type),
    entitledTo: (type) => entitledTo(registry.state, type),
    ...{ sessionIdleMinutes: options.sessionIdleMinutes, ...options.notifyRules },
    resourceNamed: (name) => registry.state.resources.get(name)?.resource,
  });
  const ownCalls = new Set(router.calls.map(({ method, path }) => `${method} ${path}`));
  const environment = {
    calls: router.calls.map((call) => call.path),
    permissions: [...new Set(Object.values(BUILT_IN_PERMISSIONS).flat())],
    builtInPages: BUILT_IN_PAGE_NAMES,
    indexes: OWN_INDEXES,
    texts: messages,
  };
  const checked: CheckedFiles = new Map();
  const registry: Registry = await createRegistry({
    ...{ folder, clock },
    check: (files, standing) => inPieces(checkInSteps(files, { ...environment, ...standing }, checked)),
    endpoints: stores.endpoints,
    activate: async (resource) => {
      const activation = await activate(
        { storage: stores.storage, codeOwned: owned, answers: (method, path) => ownCalls.has(`${method} ${path}`) },
        resource,
      );
      if (activation.backend) routesFor(resource, activation.backend);
      return activation;
    },
    onError: (error) => log.error({ err: error }, 'The resources folder cannot be read'),
  });
  let routes = routesOf(registry.state, routesFor);
  report(registry.state, log);
  let { problems } = registry.state;
  registry.onChange((state) => {
    routes = routesOf(state, routesFor);
    if (state.problems !== problems) report(state, log);
    ({ problems } = state);
  });
  const missing = [...owned.keys()].filter((name) => !registry.state.texts.has(name));
  if (missing.length > 0) log.warn(`There is no declaration in ${folder} for: ${missing.join(', ')}`);
  return { registry, routes: () => routes };
}

type FindDeclared = (name: string) => { resource: Resource; backend: ResourceBackend | null } | undefined;

function meansOf({ db, clock, cipher, stores, messages }: DeclaredResourcesOptions, declared: FindDeclared): CallMeans {
  const backendOf = (name: string) => declared(name)?.backend ?? undefined;
  const find = (name: string) => {
    const found = declared(name);
    return found?.backend ? { resource: found.resource, source: found.backend.source } : undefined;
  };
  return {
    ...{ db, clock, cipher, timeline: stores.timeline, files: stores.files, backendOf },
    exporter: createExporter({ db, clock, messages, find, audit: stores.auditExport }),
    checkPayPassword: createPayPasswords({ db, clock }).check,
    checkTotp: createTotpConfirmation({ db, clock, cipher }).check,
  };
}

type RoutesFor = (resource: Resource, backend: ResourceBackend) => readonly Route[];

/** Makes the calls of a resource once: their schemas take milliseconds. A changed declaration is another resource. */
function createRoutesFor(means: CallMeans): RoutesFor {
  const made = new WeakMap<Resource, readonly Route[]>();
  return (resource, backend) => {
    const routes = made.get(resource) ?? declaredRoutes({ resource, backend }, means);
    made.set(resource, routes);
    return routes;
  };
}

function routesOf({ resources }: RegistryState, routesFor: RoutesFor): RouteTable {
  return new RouteTable(
    [...resources.values()].flatMap(({ resource, backend }) => (backend ? routesFor(resource, backend) : [])),
  );
}

/** One line a problem: whoever started the server sees it, too. */
function report({ problems }: RegistryState, log: FastifyBaseLogger): void {
  for (const { id, severity, file, line, column, pointer, args } of problems) {
    log[severity === 'error' ? 'error' : 'warn']({ id, args, pointer }, `resources/${file}:${line}:${column}: ${id}`);
  }
}

/** By what the resources were, since each call of somebody who is signed in asks for it. */
const ENTITLED = new WeakMap<RegistryState['resources'], Map<TenantType, readonly string[]>>();

/** All that users of a kind of tenant can be allowed to do, as the resources are now. */
export function entitledTo({ resources }: RegistryState, type: TenantType): readonly string[] {
  const byType = ENTITLED.get(resources) ?? new Map<TenantType, readonly string[]>();
  ENTITLED.set(resources, byType);
  const known = byType.get(type);
  if (known) return known;
  const entitled = entitlementsOf(
    [...resources.values()].map(({ resource }) => resource),
    type,
  );
  byType.set(type, entitled);
  return entitled;
}
