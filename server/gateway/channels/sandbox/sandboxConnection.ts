import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { ANY_CODE, type ChannelConnections, type NamedConnection } from '../ChannelConnections.ts';
import { createCollectionSandbox } from './createCollectionSandbox.ts';
import { createRefundSandbox, createSandbox } from './createSandbox.ts';

/** Name of the built-in module. */
export const SANDBOX = 'sandbox';

/** Stands for the sandbox until the database is open. */
export const UNOPENED_SANDBOX: NamedConnection = { adapter: SANDBOX, books: 'no money moves' };

interface SandboxDeps {
  db: Db;
  clock: Clock;
  /** Base URL of the payment pages, without a trailing slash. */
  publicUrl: string;
}

export function sandboxConnection(deps: SandboxDeps): NamedConnection {
  return {
    adapter: SANDBOX,
    books: SANDBOX,
    payouts: createSandbox(deps),
    collections: createCollectionSandbox(deps),
    refunds: createRefundSandbox(deps),
  };
}

/** Connects every channel to one connection. */
export function connectingAll(connection: NamedConnection): ChannelConnections {
  return new Map([[ANY_CODE, connection]]);
}
