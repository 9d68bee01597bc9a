import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { ANY_CODE, type ChannelConnections, type NamedConnection } from '../ChannelConnections.ts';
import { createCollectionSandbox } from './createCollectionSandbox.ts';
import { createSandbox } from './createSandbox.ts';

/** Name of the built-in module that moves no money. */
export const SANDBOX = 'sandbox';

interface SandboxMeans {
  db: Db;
  clock: Clock;
  /** Where payers reach this server, without a slash at the end. */
  publicUrl: string;
}

export function sandboxConnection(means: SandboxMeans): NamedConnection {
  return {
    adapter: SANDBOX,
    books: SANDBOX,
    payouts: createSandbox(means),
    collections: createCollectionSandbox(means),
  };
}

/** Leads every channel to the sandbox. */
export function sandboxForAll(means: SandboxMeans): ChannelConnections {
  return new Map([[ANY_CODE, sandboxConnection(means)]]);
}
