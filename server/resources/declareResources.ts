import { setImmediate as nextTurn } from 'node:timers/promises';
import * as calls from '#shared/contract/calls.ts';
import { everyCall } from '#shared/contract/everyCall.ts';
import { type CheckedFiles, type CheckEnvironment, checkInSteps } from '@merchant-console/declaration/check';
import type { Operation } from '@merchant-console/protocol';
import type { ChartDeclaration, Resource, Messages, Translate } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import { componentsWith } from '#shared/shippedComponents.ts';
import { BUILT_IN_PERMISSIONS } from '#server/access/entitlements.ts';
import { BUILT_IN_PAGE_NAMES } from '#server/access/permissionToOpen.ts';
import type { RollOut } from '#server/rollOut/createRollOut.ts';
import { timelineOf } from '#server/audit/readAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { createFileStore } from '#server/files/fileStore.ts';
import type { Route } from '#server/http/Route.ts';
import type { Router } from '#server/http/router.ts';
import { languageOf } from '#server/i18n/translators.ts';
import type { CallDeps, Served } from './CallDeps.ts';
import { arrangedRoutes } from './calls/arrangedRoutes.ts';
import { actionRoutes } from './calls/actionRoutes.ts';
import { deleteRoute, deletionRoute } from './calls/deleteRoutes.ts';
import { fileRoutes } from './calls/fileRoutes.ts';
import { exportRoute, listRoutes, showRoute } from './calls/readRoutes.ts';
import { revealRoute, timelineRoute } from './calls/recordRoutes.ts';
import { RouteTable } from './calls/RouteTable.ts';
import { createRoute, updateRoute } from './calls/writeRoutes.ts';
import type { Exporter } from './export/createExporter.ts';
import { activate } from './registry/activate.ts';
import { type Registry, type RegistryState, resourcesIn } from './registry/createRegistry.ts';
import { menusOfTenants, missingFiles, warningsOfMenu } from './registry/missingFiles.ts';
import { problemData } from './registry/PlacedProblem.ts';
import { readComponentKeys } from './registry/readFolder.ts';
import type { ResourceBackend } from './ResourceBackend.ts';
import { recordSearchRoute } from './searchRecords.ts';
import { createStorage } from './stored/createStorage.ts';
import { hiddenRecords } from './stored/storedPlan.ts';

interface DeclaredResourcesDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  log: DbLog;
  messages: Record<Language, Messages>;
  translators: Record<Language, Translate>;
  registry: Registry;
  rollOut: RollOut;
  exporter: Exporter;
  /** Earlier results of the check. Brought up to date. */
  checkedFiles: CheckedFiles;
  router: Router;
  /** Back ends of resources whose records are kept by modules, by name. */
  owned: ReadonlyMap<string, ResourceBackend>;
  /** Indexes of the modules' tables. */
  indexes: NonNullable<CheckEnvironment['indexes']>;
  payPasswords: { check: CallDeps['checkPayPassword'] };
  totp: { check: CallDeps['checkTotp'] };
}

/**
 * Activates the registry's declarations and follows their changes. All other routes must be registered before, because
 * declarations are checked against them.
 * @returns the current routes of the declared resources
 */
export async function declareResources(deps: DeclaredResourcesDeps): Promise<() => RouteTable> {
  const { registry, router, messages, translators, owned, log } = deps;
  recordSearchRoute(router, () => registry.state);
  problemRoutes(router, () => registry.state, translators);

  const routesFor = createRoutesFor(callDeps(deps));
  const storage = createStorage(deps);
  const ownCalls = new Set(router.calls.map(({ method, path }) => `${method} ${path}`));
  const environment = {
    // Also those that take files, which aren't the router's own.
    calls: [...new Set([...router.calls, ...everyCall].map(({ path }) => path))],
    permissions: [...new Set(Object.values(BUILT_IN_PERMISSIONS).flat())],
    builtInPages: BUILT_IN_PAGE_NAMES,
    indexes: deps.indexes,
    components: componentsWith(await readComponentKeys()),
    texts: messages,
  };
  await registry.follow({
    check: async (files, standing) => {
      const around = { ...environment, ...standing, ...(await menusOfTenants(deps.db)) };
      const { resources, problems } = await inPieces(checkInSteps(files, around, deps.checkedFiles));
      return { resources, problems: [...warningsOfMenu(problems), ...(await missingFiles(deps.db, files))] };
    },
    activate: async (resource) => {
      const activation = await activate(
        {
          storage,
          codeOwned: owned,
          answers: (method, path) => ownCalls.has(`${method} ${path}`),
          hiddenRecords: (name) => hiddenRecords(deps.db.kysely, name),
        },
        resource,
      );
      if (activation.backend) routesFor(resource, activation.backend);
      return activation;
    },
    used: async ({ resources, texts }) => {
      const served = resourcesIn({ resources });
      const found = await deps.rollOut.follow({
        resources: served.filter(({ name }) => !owned.has(name)),
        undecided: [...texts.keys()].filter((name) => !resources.has(name)),
      });
      return found.map((one) => ({ ...one, severity: 'warning' }));
    },
  });
  let routes = routesOf(registry.state, routesFor);
  report(registry.state, log);
  let { problems } = registry.state;
  registry.onChange((state) => {
    storage.retain(new Set(state.resources.keys()));
    routes = routesOf(state, routesFor);
    if (state.problems !== problems) report(state, log);
    ({ problems } = state);
  });
  const missing = [...owned.keys()].filter((name) => !registry.state.texts.has(name));
  if (missing.length > 0) log.warn({}, `Missing declarations in ${registry.folder}: ${missing.join(', ')}`);
  return () => routes;
}

function callDeps({
  db,
  clock,
  cipher,
  registry,
  exporter,
  payPasswords,
  totp,
  translators,
}: DeclaredResourcesDeps): CallDeps {
  const declared = (name: string) => registry.state.resources.get(name);
  return {
    db,
    clock,
    cipher,
    translators,
    timeline: (...asked) => timelineOf(db.kysely, ...asked),
    files: createFileStore(db, clock),
    backendOf: (name) => declared(name)?.backend ?? undefined,
    resourceOf: (name) => declared(name)?.resource,
    chartsOn: (name) => chartCards(registry.state, name),
    exporter,
    checkPayPassword: payPasswords.check,
    checkTotp: totp.check,
  };
}

/** The charts that dashboards show of a resource. */
function chartCards({ resources }: RegistryState, name: string): ChartDeclaration[] {
  const cards = [...resources.values()].flatMap(({ resource }) => resource.cards ?? []);
  return cards.flatMap((card) => (card.type === 'chart' && card.reference === name ? [card] : []));
}

type RoutesFor = (resource: Resource, backend: ResourceBackend) => readonly Route[];

/**
 * Caches the routes of each resource, because their schemas take milliseconds to build. A changed declaration is a new
 * object.
 */
function createRoutesFor(deps: CallDeps): RoutesFor {
  const made = new WeakMap<Resource, readonly Route[]>();
  return (resource, backend) => {
    const routes = made.get(resource) ?? declaredRoutes({ resource, backend }, deps);
    made.set(resource, routes);
    return routes;
  };
}

function routesOf({ resources }: RegistryState, routesFor: RoutesFor): RouteTable {
  return new RouteTable(
    [...resources.values()].flatMap(({ resource, backend }) => (backend ? routesFor(resource, backend) : [])),
  );
}

/** One line per problem, so that they are visible at start, too. */
function report({ problems }: RegistryState, log: DbLog): void {
  for (const { id, severity, file, line, column, pointer, args } of problems) {
    log[severity === 'error' ? 'error' : 'warn']({ id, args, pointer }, `resources/${file}:${line}:${column}: ${id}`);
  }
}

/** GET /resource-problems: only for platform users, because merchants can't change the folder. */
function problemRoutes(
  router: Router,
  state: () => RegistryState,
  translators: DeclaredResourcesDeps['translators'],
): void {
  router.signedIn(calls.resourceProblems, async ({ request }) => {
    const translate = translators[languageOf(request)];
    const { problems, outdated, readAt } = state();
    return {
      problems: problems.map((problem) => problemData(problem, translate)),
      outdated: [...outdated],
      read_at: readAt.toISOString(),
    };
  });
}

/** Maximum time without yielding to the event loop, in milliseconds. */
const PIECE_MS = 10;

/** Runs a generator to its end, yielding to the event loop between steps. */
async function inPieces<T>(steps: Generator<void, T, void>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < PIECE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** All calls of a declared resource, by its `operations`. */
function declaredRoutes(served: Served, deps: CallDeps): Route[] {
  const when = (operation: Operation, routes: () => Route[]) =>
    served.resource.operations.includes(operation) ? routes() : [];
  const routes = [
    ...when('list', () => [...listRoutes(served, deps), ...arrangedRoutes(served, deps)]),
    ...when('export', () => [exportRoute(served, deps)]),
    ...when('show', () => [showRoute(served, deps), timelineRoute(served, deps)]),
    ...revealRoute(served, deps),
    ...fileRoutes(served, deps),
    ...when('create', () => createRoute(served, deps)),
    ...when('edit', () => updateRoute(served, deps)),
    ...when('delete', () => [...deleteRoute(served, deps), ...deletionRoute(served, deps)]),
    ...actionRoutes(served, deps),
  ];
  const { side } = served.backend;
  return side ? routes.map(({ call, answer }) => ({ call: { ...call, side }, answer })) : routes;
}
