import type { Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { Database } from '#server/db/schema.ts';

/** The field of a record that is given a file. */
export interface FileHolder {
  merchantId: string;
  resource: string;
  source: string;
  recordId: string;
}

/**
 * Ties a file to the record that holds it from now on.
 * @returns the file as it was uploaded; undefined when it was not for this field, or another record holds it
 */
export async function holdFile(
  tx: Transaction<Database>,
  { merchantId, resource, source, recordId }: FileHolder,
  fileId: string,
): Promise<FileValue | undefined> {
  if (!isUuid(fileId)) return undefined;
  return tx
    .updateTable('files')
    .set({ record_id: recordId })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', fileId)
    .where('resource', '=', resource)
    .where('source', '=', source)
    .where(({ or, eb }) => or([eb('record_id', 'is', null), eb('record_id', '=', recordId)]))
    .returning(['id', 'name', 'size', 'media_type'])
    .executeTakeFirst();
}

/** Unties files from their record, one or all of them: they are removed as those that were never used. */
export async function letFilesGo(
  tx: Transaction<Database>,
  merchantId: string,
  { recordId, fileId }: { recordId: string; fileId?: string },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ record_id: null })
    .where('merchant_id', '=', merchantId)
    .where('record_id', '=', recordId)
    .$if(fileId !== undefined, (query) => query.where('id', '=', fileId ?? recordId))
    .execute();
}
