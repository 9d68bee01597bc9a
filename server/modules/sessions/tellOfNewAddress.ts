import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { notify } from '../notifications/service.ts';

/** Of a sign-in from where the user has never signed in before; not of the very first one. */
export async function tellOfNewAddress(
  tx: Transaction<Database>,
  { merchantId, userId, ip, userAgent }: Actor,
  sessionId: string,
  at: Date,
): Promise<void> {
  const { known, all } = await tx
    .selectFrom('sessions')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('all'),
      eb.fn.countAll<bigint>().filterWhere('ip', '=', ip).as('known'),
    ])
    .executeTakeFirstOrThrow();
  if (known > 0n || all === 0n) return;
  const data = { resource: 'sessions', record_id: sessionId, ip, user_agent: userAgent ?? '' };
  await notify(tx, { merchantId, userIds: [userId], kind: 'sign_in', data, at });
}
