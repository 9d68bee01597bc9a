import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';

/** What the platform's records are written with. */
export interface PlatformMeans {
  db: Db;
  clock: Clock;
}
