import type { FieldOf } from '#shared/declaration/fieldSchema.ts';

export type FileField = FieldOf<'file'> | FieldOf<'image'>;

const MEGABYTE = 1_048_576;
/** Of a field that says no size of its own. */
const DEFAULT_FILE_BYTES = 5 * MEGABYTE;
/** Whatever a field says: a file is held in memory as a whole, and lies in the database. */
export const LONGEST_FILE_BYTES = 10 * MEGABYTE;

/** How large a file a field takes, in bytes. */
export function maxFileBytes({ maxSize = DEFAULT_FILE_BYTES }: FileField): number {
  return Math.min(maxSize, LONGEST_FILE_BYTES);
}
