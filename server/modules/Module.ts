import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/connect.ts';
import type { Route } from '#server/http/Route.ts';
import type { Router } from '#server/http/router.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import type { Services } from '#server/services.ts';

/** Runs beside the calls, from `start` until `stop`, which waits for what is under way. */
export interface Worker {
  start(): void;
  stop(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the workers of all modules. Call it once, in a process that runs them. */
    workers(): Worker[];
  }
}

/** Back ends of declared resources, by the name of the resource. */
export type Backends = Readonly<Record<string, ResourceBackend>>;

/** One subject of the server: the descriptor by which `modules/index.ts` knows it. Each part is optional. */
export interface Module {
  /** Adds calls at paths of their own to the router, and to `app` those that aren't the console's. */
  routes?(router: Router, services: Services, app: FastifyInstance): void | Promise<void>;
  /** Calls below the endpoint of a declared resource, such as uploads. They win over the calls that it declares. */
  nestedRoutes?(services: Services): Route[];
  /** The resources whose records the module keeps: sources, writers and declared actions. */
  resources?(services: Services): Backends | Promise<Backends>;
  /** Workers of this process. Called once, by a process that runs them. */
  workers?(services: Services): Worker[];
  /** Deletes what is no longer needed. For an hourly task. */
  maintain?(db: Db, now: Date): Promise<unknown>;
}
