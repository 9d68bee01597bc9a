import { createHash } from 'node:crypto';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { checkValue } from '#shared/declaration/checkValue.ts';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';
import { cleanFileName } from './cleanFileName.ts';
import { maxFileBytes, type FileField } from './fileLimits.ts';
import { sniffMediaType } from './sniffMediaType.ts';

/** A file that somebody gives to a field of a resource, not yet to a record. */
export interface Upload {
  resource: string;
  field: FileField;
  /** As the sender has it. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** Keeps files in the database: they share its transactions and its back-up. */
export function createFileStore(db: Db, clock: Clock) {
  async function find(merchantId: string, id: string): Promise<FileValue | undefined> {
    if (!isUuid(id)) return undefined;
    return db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select(['id', 'name', 'size', 'media_type'])
      .executeTakeFirst();
  }

  /** @throws ValidationError on the field for a file that is empty, too large or of a type that it does not take */
  async function save(
    { merchantId, userId }: { merchantId: string; userId: string },
    { resource, field, name, mediaType, bytes }: Upload,
  ): Promise<FileValue> {
    const now = clock.now();
    const value: FileValue = {
      id: uuidv7({ msecs: now.getTime() }),
      name: cleanFileName(name),
      size: bytes.length,
      media_type: sniffMediaType(bytes, mediaType),
    };
    const limited = { ...field, maxSize: maxFileBytes(field) };
    const problem = bytes.length === 0 ? { key: 'file_empty' } : checkValue(limited, value);
    if (problem) throw new ValidationError({ [field.source]: problem });
    await db.kysely
      .insertInto('files')
      .values({
        ...{ ...value, merchant_id: merchantId, resource, source: field.source, record_id: null, bytes },
        ...{ sha256: createHash('sha256').update(bytes).digest('hex'), uploaded_by: userId, created_at: now },
      })
      .execute();
    return value;
  }

  async function read(merchantId: string, id: string): Promise<Buffer | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select('bytes')
      .executeTakeFirst();
    return row && Buffer.from(row.bytes);
  }

  return { save, find, read };
}
