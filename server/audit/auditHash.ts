import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditLogsTable } from '#server/db/schema.ts';
import { canonicalJson } from './canonicalJson.ts';

/** What the first row of a tenant's chain follows. */
export const CHAIN_START = '0'.repeat(64);

export type AuditRow = Selectable<AuditLogsTable>;

/** SHA-256 over all of a row, the hash of the row before it included; in hexadecimal digits. */
export function auditHash({ hash: _, ...row }: Omit<AuditRow, 'hash'> & { hash?: string }): string {
  const content = canonicalJson({ ...row, seq: row.seq.toString(), at: row.at.toISOString() });
  return createHash('sha256').update(content).digest('hex');
}
