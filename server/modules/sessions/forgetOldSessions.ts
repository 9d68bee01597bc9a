import type { Db } from '#server/db/connect.ts';

/** Until then users and administrators see them; the audit log keeps each sign-in. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Removes sessions that have long been over. For an hourly task. */
export async function forgetOldSessions({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await kysely.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
