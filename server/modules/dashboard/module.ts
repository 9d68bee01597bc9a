import { dashboard, merchantFigures } from '#shared/contract/dashboard.ts';
import { createDeltaFolder, deltaQueueDepth } from '#server/figures/foldDeltas.ts';
import type { Module } from '../Module.ts';
import { createHome } from './service.ts';

export const homeModule: Module = {
  routes(router, services) {
    const home = createHome(services);
    router.signedIn(dashboard, ({ session, query: { currency, ...range } }) =>
      home.read(session, currency ?? null, range),
    );
    router.signedIn(merchantFigures, ({ params, query }) => home.merchant(params.id, query));
  },

  // Folds the sums behind the dashboard.
  workers: ({ db, log, metrics }) => [
    createDeltaFolder({ db, log, meter: metrics.worker('figures', () => deltaQueueDepth(db)) }),
  ],
};
