import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/connect.ts';
import type { Route } from '#server/http/Route.ts';
import type { Router } from '#server/http/router.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import type { Services } from '#server/services.ts';

/** A background worker. `stop` waits for running work. */
export interface Worker {
  /** What it works on, such as `payout`. */
  readonly subject: string;
  start(): void;
  stop(): Promise<void>;
}

/** Settings that recurring work depends on. */
export interface MaintenanceSettings {
  /** True if the server has a mail server. */
  sendsMail: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates the workers of all modules. Call it once, in a process that runs them. */
    workers(): Worker[];
  }
}

/** Back ends of declared resources by resource name. */
type Backends = Readonly<Record<string, ResourceBackend>>;

/** The descriptor of a module, listed in `modules/index.ts`. Every part is optional. */
export interface Module {
  /** Adds calls at fixed paths to the router, and routes outside the console's API to `app`. */
  routes?(router: Router, services: Services, app: FastifyInstance): void | Promise<void>;
  /** Calls below the endpoint of a declared resource, such as uploads. They take precedence over declared calls. */
  nestedRoutes?(services: Services): Route[];
  /** Sources, writers and actions of the resources whose records the module keeps. */
  resources?(services: Services): Backends | Promise<Backends>;
  /** Creates the module's workers. Called once per process that runs them. */
  workers?(services: Services): Worker[];
  /** Recurring work, such as deleting expired data. Runs hourly, in one process or several. */
  maintain?(db: Db, now: Date, settings: MaintenanceSettings): Promise<unknown>;
}
