import { createCollect, type CollectMeans } from './collect.ts';
import { createPayout, type PayoutMeans } from './payout.ts';
import { createQuery } from './query.ts';

export type Gateway = ReturnType<typeof createGateway>;

/** What merchants' servers may ask for, once they have signed. */
export function createGateway(means: CollectMeans & PayoutMeans) {
  return { collect: createCollect(means), payout: createPayout(means), query: createQuery(means) };
}
