import { type RawBuilder, sql } from 'kysely';
import {
  fieldsOf,
  inScope,
  permissionsIn,
  type Predicate,
  type Resource,
  type Rule,
  rulesOf,
  wordsIn,
} from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { predicateSql, UndecidablePredicateError } from '../predicateSql.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { encryptedColumn, keepingOf, storedColumnsOf, tableOf } from './columns.ts';
import type { FieldPlan, TablePlan } from './planTable.ts';
import { refusals } from './refusals.ts';

const BROKEN_RULE = 'S216';

/** Why the rows don't fit the declaration, before anything is changed. @param rules those that the rows meet; null if unknown */
export async function contradictions(
  db: DbOrTx,
  plan: TablePlan,
  { cipher, rules, now }: { cipher: Cipher; rules: string[] | null; now: Date },
): Promise<ServerFinding[]> {
  const found = await refusals(db, plan, cipher);
  // The values can be read as those of their new types if there is none.
  return found.length > 0 ? found : rowsBreakingRules(db, plan, rules, now);
}

/**
 * Records that break a rule, or lack a value that is required under a condition, which the declaration adds. The columns are
 * those before the plan is applied. Rules that depend on the user, or that only the server can decide, aren't counted.
 *
 * @param before rules that the records were held against; null if unknown, so that all are accepted as they are
 */
async function rowsBreakingRules(
  db: DbOrTx,
  plan: TablePlan,
  before: readonly string[] | null,
  now: Date,
): Promise<ServerFinding[]> {
  const { resource, table } = plan;
  if (table === null || before === null) return [];
  const findings: ServerFinding[] = [];
  for (const rule of rulesOf(resource)) {
    const { when, must } = rule;
    if (before.includes(JSON.stringify({ when, must }))) continue;
    const where = brokenSql(rule, plan, now);
    if (where === null) continue;
    const { rows } = await sql<{ total: bigint; id: string | null }>`
      select count(*) as total, min(id::text) as id from ${asPlanned(plan)} as held where ${where}`.execute(db);
    const total = Number(rows[0]?.total ?? 0);
    if (total === 0) continue;
    const args = { source: rule.at, rows: total, id: rows[0]?.id ?? '' };
    findings.push({ id: BROKEN_RULE, severity: 'error', path: placeOf(rule, resource), args });
  }
  return findings;
}

function placeOf(rule: Rule, { fields, rules }: Resource): (string | number)[] {
  const at = rules.indexOf(rule);
  return at >= 0 ? ['rules', at] : ['fields', fields.findIndex(({ source }) => source === rule.at), 'required'];
}

/** Null if the database can't decide it for all records at once. */
function brokenSql({ when, must }: Rule, { resource, fields }: TablePlan, now: Date): RawBuilder<boolean> | null {
  const parts = [must, ...(when ? [when] : [])];
  const isOfUser = parts.some(
    (one) => permissionsIn(one).length > 0 || wordsIn(one).some(({ kind }) => kind === 'user' || kind === 'own'),
  );
  const used = parts.flatMap((one) => fieldsOf(one).map(({ source }) => source));
  if (isOfUser || fields.some(({ field, move }) => move === 'unmask' && used.includes(field.source))) return null;
  const scope = { userId: '', now, today: now.toISOString().slice(0, 10), permissions: new Set<string>() };
  const broken: Predicate = { all: [...(when ? [when] : []), { not: must }] };
  try {
    return predicateSql(inScope(broken, scope, resource.name), { fields: resource.fields });
  } catch (error) {
    if (error instanceof UndecidablePredicateError) return null;
    throw error;
  }
}

/** The rows with the columns that they will have. */
function asPlanned({ resource, fields, table }: TablePlan): RawBuilder<unknown> {
  const columns = fields.flatMap((one) =>
    storedColumnsOf(one.field).map(({ name, type }) => {
      const from = table === null ? null : presentColumn(one, name, table.columns);
      const value = from === null ? sql`null` : sql.ref(from);
      return sql`, ${value}::${sql.raw(type)} as ${sql.ref(name)}`;
    }),
  );
  return sql`(select merchant_id, id, created_at, updated_at${sql.join(columns, sql``)}
    from ${sql.table(tableOf(resource.name))})`;
}

/** The column that has the values, or null if there are none. */
function presentColumn(
  { field, from, move }: FieldPlan,
  name: string,
  there: ReadonlyMap<string, string>,
): string | null {
  if (from === null || move === 'add' || move === 'replace') return null;
  const former = `${from}${name.slice(field.source.length)}`;
  if (there.has(former)) return former;
  // What becomes masked is encrypted later; only whether it is there matters.
  return keepingOf(field) === 'masked' && name === encryptedColumn(field.source) && there.has(from) ? from : null;
}
