import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';

/** What the platform's records are written with. */
export interface PlatformMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  /** True if results may be posted to addresses in this network. */
  privateNotifyUrls: boolean;
}
