import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditLogsTable } from '#server/db/schema.ts';

/** What PostgreSQL stores in no text and no jsonb: NUL, and half a character. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

const REPLACEMENT = '\uFFFD';

/** What the first row of a tenant's chain follows. */
export const CHAIN_START = '0'.repeat(64);

export type AuditRow = Selectable<AuditLogsTable>;

/** SHA-256 over all of a row, the hash of the row before it included; in hexadecimal digits. */
export function auditHash({ hash: _, ...row }: Omit<AuditRow, 'hash'> & { hash?: string }): string {
  const content = canonicalJson({ ...row, seq: row.seq.toString(), at: row.at.toISOString() });
  return createHash('sha256').update(content).digest('hex');
}

/** JSON whose text depends on nothing but the value: keys in order, so that a hash can be made again years later. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isPlainObject(part) ? inOrder(part) : part));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inOrder(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function storableText(text: string): string {
  return text.replaceAll(UNSTORABLE, REPLACEMENT);
}

/** A value as it comes back from a jsonb column: whatever is logged, the log can take it, and its hash stays the same. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return storableText(part);
    return typeof part === 'bigint' ? part.toString() : part;
  });
  return text === undefined ? null : JSON.parse(text);
}
