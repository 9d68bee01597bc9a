import type { Db } from '#server/db/connect.ts';
import type { RecordSource } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';

/**
 * Wraps a back end whose records both sides of a merchant share. Search, exports and references of test rows read it with
 * the ID of the test side, and get the live merchant's records.
 */
export function sharedBetweenSides(db: Pick<Db, 'kysely'>, backend: ResourceBackend): ResourceBackend {
  const { sourceFor } = backend;
  return {
    ...backend,
    source: sharedSource(db, backend.source),
    ...(sourceFor && { sourceFor: (session, request) => sharedSource(db, sourceFor(session, request)) }),
  };
}

function sharedSource({ kysely }: Pick<Db, 'kysely'>, source: RecordSource): RecordSource {
  async function accountOf(merchantId: string): Promise<string> {
    const tenant = await kysely
      .selectFrom('merchants')
      .where('merchant_id', '=', merchantId)
      .select('live_merchant_id')
      .executeTakeFirst();
    return tenant?.live_merchant_id ?? merchantId;
  }

  return {
    columns: source.columns,
    list: async (merchantId, ...asked) => source.list(await accountOf(merchantId), ...asked),
    one: async (merchantId, ...asked) => source.one(await accountOf(merchantId), ...asked),
    summary: async (merchantId, ...asked) => source.summary(await accountOf(merchantId), ...asked),
    async *slices(merchantId, ...asked) {
      yield* source.slices(await accountOf(merchantId), ...asked);
    },
  };
}
