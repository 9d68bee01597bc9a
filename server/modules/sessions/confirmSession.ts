import { addMinutes } from 'date-fns/addMinutes';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { updateRow } from '#server/db/rows.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';

/** How long a confirmation serves its session. */
const CONFIRMED_MINUTES = 5;

/**
 * Confirms a session for the calls with `stepUp`, so that its token alone can't make them.
 * @returns the end of the confirmation
 * @throws {ValidationError} on `pay_password` or `totp_code` if it is wrong, locked or not set
 */
export async function confirmSession(
  { db, clock, payPasswords, totp }: Pick<Services, 'db' | 'clock' | 'payPasswords' | 'totp'>,
  actor: Actor,
  sessionId: string,
  proof: { pay_password: string; totp_code: string },
): Promise<Date> {
  const { merchantId, userId } = actor;
  // The code last, because it is used up by the check.
  await payPasswords.check(merchantId, userId, proof.pay_password);
  await totp.check(merchantId, userId, proof.totp_code);
  const at = clock.now();
  const until = addMinutes(at, CONFIRMED_MINUTES);
  await db.transaction(async (tx) => {
    await updateRow(tx, 'sessions', { merchant_id: merchantId, id: sessionId }, { confirmed_until: until });
    await recordAudit(tx, { actor, action: 'session.confirm', resource: 'sessions', recordId: sessionId, at });
  });
  return until;
}
