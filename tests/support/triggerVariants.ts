import type { Db } from '#server/db/connect.ts';
import { writeRowByRow } from '#server/db/distribute.ts';

/** Trigger functions of the migrations, and those that replace them where tables are distributed. */
export const TRIGGER_VARIANTS = ['at once', 'row by row'] as const;

/** Gives a migrated database the functions of a variant. */
export async function useTriggers<Schema>(db: Db<Schema>, variant: (typeof TRIGGER_VARIANTS)[number]): Promise<void> {
  if (variant === 'row by row') await writeRowByRow(db);
}
