import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Until then users and administrators see them; the audit log keeps each sign-in. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Removes sessions that have long been over, but for the last of each user, which tells a sign-in from a new address from
 * the very first one. For an hourly task.
 */
export async function forgetOldSessions({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await kysely
    .deleteFrom('sessions as old')
    .where('old.expires_at', '<', before)
    .where(
      sql<boolean>`exists (
        select from sessions newer
        where newer.merchant_id = old.merchant_id and newer.user_id = old.user_id and newer.created_at > old.created_at)`,
    )
    .execute();
}
