import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { subHours } from 'date-fns/subHours';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { sql } from 'kysely';
import { checkValue, type FieldOf } from '@merchant-console/declaration';
import type { FileValue } from '@merchant-console/protocol';
import type { Clock } from '#server/clock.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';

export type FileField = FieldOf<'file'> | FieldOf<'image'>;

const MEGABYTE = 1_048_576;

/** Limit of a field that declares none. */
const DEFAULT_FILE_BYTES = 5 * MEGABYTE;

/** Upper bound for any field, because a file is held in memory and stored in the database. */
const LONGEST_FILE_BYTES = 10 * MEGABYTE;

const LONGEST_NAME = 200;

const LONGEST_ENDING = 20;

const NAMELESS = 'file';

/** A form may stay open overnight between an upload and its submission. */
const UNUSED_FILE_HOURS = 24;

const SIGNATURES: { mediaType: string; parts: [at: number, hex: string][] }[] = [
  { mediaType: 'image/png', parts: [[0, '89504e470d0a1a0a']] },
  { mediaType: 'image/jpeg', parts: [[0, 'ffd8ff']] },
  { mediaType: 'image/gif', parts: [[0, '474946383761']] },
  { mediaType: 'image/gif', parts: [[0, '474946383961']] },
  {
    mediaType: 'image/webp',
    parts: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
  { mediaType: 'application/pdf', parts: [[0, '255044462d']] },
];

/** Types with a known signature; no other content passes for one of them. */
const KNOWN = /^image\/|^application\/pdf$/;

const WELL_FORMED = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,60}$/;

const UNKNOWN = 'application/octet-stream';

/** The embedded database needs 10 to 20 ms to write a part, during which it answers nothing else. */
export const PART_BYTES = 256 * 1024;

/** A file uploaded to a field of a resource, not yet attached to a record. */
interface Upload {
  resource: string;
  field: FileField;
  /** File name given by the client. */
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export type FileStore = ReturnType<typeof createFileStore>;

/** Stores files in the database, so they share its transactions and its backup. */
export function createFileStore(db: Db, clock: Clock) {
  /** The tenant's file of that ID, without its contents. */
  async function find(merchantId: string, id: string): Promise<FileValue | undefined> {
    if (!isUuid(id)) return undefined;
    return db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select(['id', 'name', 'size', 'media_type'])
      .executeTakeFirst();
  }

  /** @throws {ValidationError} on the field if the file is empty, too large or of a type that the field rejects */
  async function save(
    { merchantId, userId }: UserKey,
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
        ...value,
        merchant_id: merchantId,
        resource,
        source: field.source,
        record_id: null,
        bytes: null,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        uploaded_by: userId,
        created_at: now,
      })
      .execute();
    // Not in one transaction, because that would block others. The file is unknown until it is complete; incomplete
    // ones are deleted with the unused files.
    for (let part_no = 0; part_no * PART_BYTES < bytes.length; part_no += 1) {
      const part = bytes.subarray(part_no * PART_BYTES, (part_no + 1) * PART_BYTES);
      const place = { merchant_id: merchantId, file_id: value.id, part_no };
      await db.kysely
        .insertInto('file_parts')
        .values({ ...place, bytes: part })
        .execute();
      await nextTurn();
    }
    return value;
  }

  async function read(merchantId: string, id: string): Promise<Buffer | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await db.kysely
      .selectFrom('files')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .select(['bytes', 'size'])
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.bytes) return Buffer.from(row.bytes);
    const parts: Uint8Array[] = [];
    for (let part_no = 0; part_no * PART_BYTES < row.size; part_no += 1) {
      const { bytes } = await db.kysely
        .selectFrom('file_parts')
        .where('merchant_id', '=', merchantId)
        .where('file_id', '=', id)
        .where('part_no', '=', part_no)
        .select('bytes')
        .executeTakeFirstOrThrow();
      parts.push(bytes);
      await nextTurn();
    }
    return Buffer.concat(parts);
  }

  return { save, find, read };
}

/**
 * The media type of a file: by its signature if it has one, otherwise as claimed by the client. Content that claims to
 * be a picture or a PDF but isn't becomes `application/octet-stream`.
 */
export function sniffMediaType(bytes: Buffer, said: string): string {
  const found = SIGNATURES.find(({ parts }) =>
    parts.every(([at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex),
  );
  if (found) return found.mediaType;
  const type = said.toLowerCase();
  return WELL_FORMED.test(type) && !KNOWN.test(type) ? type : UNKNOWN;
}

/**
 * Deletes uploads that are older than a day and attached to no record. Runs hourly.
 * @returns the number of deleted files
 */
export async function removeUnusedFiles(db: Pick<Db, 'kysely'>, now: Date): Promise<number> {
  const before = subHours(now, UNUSED_FILE_HOURS);
  return forgetRows(db, 'files', { key: ['id'], isOld: sql`old.record_id is null and old.created_at < ${before}` });
}

/** The last part of a path, without control and bidirectional characters that could mislead in a file list. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = Array.from(last.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim());
  const ending = Array.from(path.extname(plain.join(''))).slice(0, LONGEST_ENDING);
  const cut = plain.length <= LONGEST_NAME ? plain : [...plain.slice(0, LONGEST_NAME - ending.length), ...ending];
  const whole = cut.join('');
  return /^\.*$/.test(whole) ? NAMELESS : whole;
}

/** Maximum size of a file in this field, in bytes. */
export function maxFileBytes({ maxSize = DEFAULT_FILE_BYTES }: FileField): number {
  return Math.min(maxSize, LONGEST_FILE_BYTES);
}
