import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Marks a nonce as used. @returns false when it is already */
export async function useNonce(
  { kysely }: Pick<Db, 'kysely'>,
  merchantId: string,
  nonce: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into gateway_nonces (merchant_id, nonce, expires_at) values (${merchantId}, ${nonce}, ${until})
    on conflict (merchant_id, nonce) do update set expires_at = excluded.expires_at
    where gateway_nonces.expires_at <= ${now}
    returning nonce`.execute(kysely);
  return rows.length === 1;
}

/** Forgets nonces of calls that would be too old by now. For an hourly task. */
export async function forgetExpiredNonces({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await kysely.deleteFrom('gateway_nonces').where('expires_at', '<=', now).execute();
}
