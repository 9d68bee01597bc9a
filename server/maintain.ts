import { forgetAttempts } from './attempts/attempts.ts';
import type { Clock } from './clock.ts';
import type { Db } from './db/connect.ts';
import { removeUnusedFiles } from './files/removeUnusedFiles.ts';
import { forgetExpiredKeys } from './idempotency/idempotently.ts';
import { bringBackJobs } from './jobs/bringBackJobs.ts';
import { forgetCallCounts } from './limits/callCounts.ts';
import { forgetExpiredNonces } from './modules/gateway/nonces.ts';
import { forgetEndedLinks } from './modules/enrolment/service.ts';
import { forgetEndedKeys } from './modules/merchantKeys/keyRows.ts';
import { forgetOldNotifications } from './modules/notifications/inbox.ts';
import { forgetOldAttempts } from './modules/notifyAttempts/service.ts';
import { forgetPendingAuthenticators } from './modules/ownAccount/authenticator.ts';
import { forgetOldSessions } from './modules/sessions/forgetOldSessions.ts';

/**
 * Clears away what is no longer needed. For an hourly task. PostgreSQL tidies up its files by itself, the embedded
 * database only when told to.
 */
export async function maintain(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  await bringBackJobs(db, now);
  await forgetExpiredKeys(db, now);
  await forgetEndedKeys(db.kysely, now);
  await forgetExpiredNonces(db, now);
  await removeUnusedFiles(db, clock);
  await forgetOldNotifications(db, now);
  await forgetOldAttempts(db, now);
  await forgetCallCounts(db, now);
  await forgetPendingAuthenticators(db, now);
  await forgetAttempts(db, now);
  await forgetEndedLinks(db, now);
  await forgetOldSessions(db, now);
  if (db.kind === 'embedded') await db.maintain();
}
