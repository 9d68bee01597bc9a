import * as calls from '#shared/contract/wallets.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';

export const walletsModule: Module = {
  routes(router, { wallets }) {
    const sinceOf = (since: string | undefined) => (since === undefined ? null : new Date(since));
    router.signedIn(calls.wallets, ({ session }) => wallets.list(session.merchantId));
    router.signedIn(calls.walletProof, ({ session: { merchantId }, params: { currency }, query: { figure, since } }) =>
      wallets.prove({ merchantId, currency, figure }, sinceOf(since)),
    );
    router.signedIn(calls.walletProofRows, ({ session: { merchantId }, params: { currency }, query }) => {
      const { figure, since, before } = query;
      return wallets.rows(
        { merchantId, currency, figure },
        sinceOf(since),
        before === undefined ? null : BigInt(before),
      );
    });
  },

  resources: async ({ db }) => ({ ledgers: { source: await viewSource(db, 'v_ledgers', SEARCH.ledgers) } }),
};
