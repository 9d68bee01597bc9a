import { sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { addMails } from '../mails/service.ts';
import { notify } from '../notifications/service.ts';

const KIND = 'sign_in_locked';

interface SignInLock {
  user: { merchant_id: string; id: string };
  /** `origin` if only the guesser is locked; `username` if all devices and networks are that the user hasn't used. */
  scope: 'origin' | 'username';
  until: Date;
  ip: string;
  userAgent: string;
}

/**
 * Tells a user that failed sign-ins with their username have caused a lock: each time in the inbox, and at most once a
 * day by email.
 */
export async function tellOfLock(
  tx: Tx,
  { user, scope, until, ip, userAgent }: SignInLock,
  { sendsMail, at }: { sendsMail: boolean; at: Date },
): Promise<void> {
  const { merchant_id: merchantId, id: userId } = user;
  const data = { resource: 'sessions', status: scope, until: until.toISOString(), ip, user_agent: userAgent };
  await tx
    .updateTable('users')
    .set({ sign_in_locked_until: sql<Date>`greatest(sign_in_locked_until, ${until}::timestamptz)` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .execute();
  if (sendsMail && !(await wasTold(tx, merchantId, userId, at))) {
    await addMails(tx, { kind: KIND, merchantId, userIds: [userId], month: null, data, at });
  }
  await notify(tx, { merchantId, userIds: [userId], kind: KIND, data, at });
}

async function wasTold(tx: Tx, merchantId: string, userId: string, at: Date): Promise<boolean> {
  const told = await tx
    .selectFrom('notifications')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .where('kind', '=', KIND)
    .where('created_at', '>', sql<Date>`${at}::timestamptz - interval '24 hours'`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}
