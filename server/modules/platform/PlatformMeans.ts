import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';

/** What the platform's records are written with. */
export interface PlatformMeans extends NotifyRules {
  db: Db;
  clock: Clock;
  cipher: Cipher;
}
