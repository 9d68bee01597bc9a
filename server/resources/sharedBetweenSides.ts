import { accountOf } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { RecordSource } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';

/** Finds the tenant whose records a tenant's calls read. */
type FindAccount = (merchantId: string) => Promise<string>;

/**
 * Wraps a back end whose records both sides of a merchant share. Search, exports and references of test rows read it with
 * the ID of the test side, and get the live merchant's records.
 */
export function sharedBetweenSides(db: Pick<Db, 'kysely'>, backend: ResourceBackend): ResourceBackend {
  const { sourceFor } = backend;
  const findAccount = (merchantId: string) => accountOf(db.kysely, merchantId);
  return {
    ...backend,
    source: sharedSource(findAccount, backend.source),
    ...(sourceFor && { sourceFor: (session, request) => sharedSource(findAccount, sourceFor(session, request)) }),
  };
}

function sharedSource(findAccount: FindAccount, source: RecordSource): RecordSource {
  return {
    columns: source.columns,
    list: async (merchantId, ...asked) => source.list(await findAccount(merchantId), ...asked),
    one: async (merchantId, ...asked) => source.one(await findAccount(merchantId), ...asked),
    summary: async (merchantId, ...asked) => source.summary(await findAccount(merchantId), ...asked),
    async *slices(merchantId, ...asked) {
      yield* source.slices(await findAccount(merchantId), ...asked);
    },
  };
}
