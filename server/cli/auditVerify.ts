import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type ChainProblem, verifyChain } from '#server/audit/verifyChain.ts';
import type { Db } from '#server/db/connect.ts';
import { onDatabaseAsIs, runCommand } from './commandLine.ts';

/**
 * Heads of the audit chains by tenant ID. Keep the file where nobody with write access to the database can change it.
 */
const keptHeadsSchema = z.record(z.string(), z.object({ seq: z.string(), hash: z.string() }));

type KeptHeads = z.infer<typeof keptHeadsSchema>;

/**
 * `npm run audit:verify [-- --keep heads.json]`: verifies the audit log of every tenant and prints the first changed or
 * missing row of each. With a file, also compares the logs with the heads that an earlier run saved there, which reveals
 * logs that are missing altogether, then saves the current ones. Exits with 1 if anything is wrong, and leaves the file unchanged.
 */
async function auditVerify(): Promise<void> {
  const { values } = parseArgs({ options: { keep: { type: 'string' } } });
  const kept = values.keep === undefined ? {} : await readKept(values.keep);
  await onDatabaseAsIs(async (db) => {
    const heads = await headsOf(db);
    const problems = await problemsOf(db, kept);
    process.stdout.write(problems.length === 0 ? summary(heads) : `${problems.join('\n')}\n`);
    if (problems.length === 0 && values.keep !== undefined) {
      await writeFile(values.keep, `${JSON.stringify(heads, null, 2)}\n`);
    }
    process.exitCode = problems.length === 0 ? 0 : 1;
  });
}

async function problemsOf(db: Db, kept: KeptHeads): Promise<string[]> {
  const tenants = await db.kysely
    .selectFrom('merchants')
    .select(['merchant_id', 'merchant_no', 'type'])
    .orderBy('merchant_no')
    .execute();
  const lines: string[] = [];
  for (const { merchant_id: id, merchant_no, type } of tenants) {
    const name = type === 'test' ? `${merchant_no} (test)` : merchant_no;
    const end = kept[id];
    const problem = (await verifyChain(db, id)) ?? (end ? await differsFromKept(db, id, end) : null);
    if (problem) lines.push(line(name, problem));
  }
  const present = new Set(tenants.map(({ merchant_id }) => merchant_id));
  const lost = Object.entries(kept).filter(([id]) => !present.has(id));
  return [...lines, ...lost.map(([id, { seq }]) => `tenant ${id}: the whole log is missing, which had ${seq} rows`)];
}

const line = (tenant: string, { kind, seq }: ChainProblem) =>
  `${tenant}: row ${seq} ${kind === 'changed' ? 'was changed after it was written' : 'is missing'}`;

function summary(heads: KeptHeads): string {
  const ends = Object.values(heads);
  const rows = ends.reduce((sum, { seq }) => sum + BigInt(seq), 0n);
  return `The audit logs are intact: ${rows} rows in ${ends.length} logs.\n`;
}

/** Returns no heads if the file doesn't exist; this run creates it. */
async function readKept(file: string): Promise<KeptHeads> {
  try {
    return keptHeadsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** The current heads of all tenants' chains. */
async function headsOf(db: Pick<Db, 'kysely'>): Promise<KeptHeads> {
  const heads = await db.kysely.selectFrom('audit_heads').selectAll().orderBy('merchant_id').execute();
  return Object.fromEntries(heads.map(({ merchant_id, seq, hash }) => [merchant_id, { seq: String(seq), hash }]));
}

/**
 * Compares a tenant's chain with a saved head. A log that was rewritten from some row on, or truncated together with
 * its head, is consistent in itself: only a head saved elsewhere reveals it.
 */
async function differsFromKept(
  db: Pick<Db, 'kysely'>,
  merchantId: string,
  kept: KeptHeads[string],
): Promise<ChainProblem | null> {
  const seq = BigInt(kept.seq);
  const row = await db.kysely
    .selectFrom('audit_logs')
    .where('merchant_id', '=', merchantId)
    .where('seq', '=', seq)
    .select('hash')
    .executeTakeFirst();
  if (!row) return { kind: 'missing', seq };
  return row.hash === kept.hash ? null : { kind: 'changed', seq };
}

runCommand(auditVerify);
