import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditLogsTable } from '#server/db/schema.ts';
import { storableText } from '#server/storable.ts';

/** `previous_hash` of the first row of a tenant's chain. */
export const CHAIN_START = '0'.repeat(64);

export type AuditRow = Selectable<AuditLogsTable>;

/** SHA-256 of all columns of a row, including the hash of the previous row, in hex. */
export function auditHash({ hash: _, ...row }: Omit<AuditRow, 'hash'> & { hash?: string }): string {
  const content = canonicalJson({ ...row, seq: row.seq.toString(), at: row.at.toISOString() });
  return createHash('sha256').update(content).digest('hex');
}

/** JSON with sorted keys, so that equal values have equal text and a hash can be recomputed years later. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isPlainObject(part) ? inOrder(part) : part));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inOrder(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The value as a jsonb column returns it, so that any value can be logged and its hash stays reproducible. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return storableText(part);
    return typeof part === 'bigint' ? part.toString() : part;
  });
  return text === undefined ? null : JSON.parse(text);
}
