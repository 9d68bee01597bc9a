import type pg from 'pg';
import { z } from 'zod';
import { TABLE_CLASSES, type TableClass } from '#server/db/tableClasses.ts';
import { andedTerms } from './andedTerms.ts';

/** Tables of the database that a statement may name one tenant in. */
export interface Tenancy {
  /** Tables with a row's tenant in `merchant_id`, without those that stay on one node. Each with that column's place. */
  tables: ReadonlyMap<string, number>;
  /** IDs of all tenants. */
  tenants: ReadonlySet<string>;
}

/** Begin and end of transactions, their limits, and changes of tables, which name no rows. */
const WITHOUT_ROWS = /^\s*(?:begin|start transaction|commit|rollback|set|create|alter|drop|comment|analyze|vacuum)\b/i;

const TABLE_LOCK = /^\s*lock\b/i;

/** Functions for positions and locks of one database, which several nodes don't share. */
const POSITION =
  /\b(?:(?:pg_(?:current_xact_id|current_snapshot|snapshot_|visible_in_snapshot|xact_|current_wal_|last_wal_|wal_lsn|(?:try_)?advisory_|notify)|txid_)\w*|nextval|currval|lastval|setval)\b/i;

/** Columns of every table that say where or when a row was written, and signals to other connections. */
const OF_ROW = /\b(?:xmin|xmax|cmin|cmax|ctid)\b|^\s*(?:listen|notify)\b/i;

/** Rows stay with their tenant, so no cluster lets a statement write it. */
const SETS_TENANT = /^\s*update\s+\S+\s+set\b(?:(?!\bwhere\b).)*\bmerchant_id"?\s*=/is;

const TEXTS = /'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs;

const CONSTANT = /^'([\da-f-]{36})'::uuid$/;

const planSchema = z.looseObject({
  'Node Type': z.string(),
  Operation: z.string().optional(),
  'Relation Name': z.string().optional(),
  'Parent Relationship': z.string().optional(),
  Alias: z.string().optional(),
  'Index Cond': z.string().optional(),
  'Recheck Cond': z.string().optional(),
  Filter: z.string().optional(),
  Output: z.array(z.string()).optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;

const explainedSchema = z.tuple([z.object({ Plan: planSchema })]);

/** The tables of tenants and the tenants of a database. The connection is from then on for `judge` alone. */
export async function tenancyOf(client: pg.Client): Promise<Tenancy> {
  // The planner reads small tables whole, even for a subquery that asks for the tenant of the row around it.
  await client.query('set enable_seqscan = off');
  const columns = await client.query<{ name: string; place: number }>(
    `select c.relname as name, a.attnum::integer - 1 as place from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'merchant_id'`,
  );
  const merchants = await client.query<{ id: string }>('select merchant_id as id from merchants');
  return {
    tables: new Map(
      columns.rows.flatMap(({ name, place }) => (TABLE_CLASSES.get(name) === 'local' ? [] : [[name, place]])),
    ),
    tenants: new Set(merchants.rows.map(({ id }) => id)),
  };
}

/**
 * Says why a statement breaks the principle: each statement names one tenant, or is a read over many that takes no lock,
 * and none uses positions of one database. Asks PostgreSQL for the plan, which is made for the parameters' values and
 * contains the views and the equalities that follow from others: if a statement writes or locks rows, each table of
 * tenants that it reads must be limited to one value of `merchant_id`, the same in all. Reads must be such that nodes can answer
 * them by themselves.
 * @returns null if it keeps to it
 */
export async function judge(
  client: pg.Client,
  { tables, tenants }: Tenancy,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<string | null> {
  const plain = sql.replaceAll(TEXTS, '');
  const position = (POSITION.exec(plain) ?? OF_ROW.exec(plain))?.[0];
  if (position) return `uses a position of one database: ${position}`;
  if (SETS_TENANT.test(plain)) return 'sets the tenant of a row';
  if (TABLE_LOCK.test(plain)) return 'locks a table, for all tenants';
  if (WITHOUT_ROWS.test(plain)) return null;
  const plan = await planOf(client, sql, parameters);
  const kept = POSITION.exec(JSON.stringify(plan).replaceAll(TEXTS, ''))?.[0];
  if (kept) return `uses a position of one database: ${kept}`;
  const nodes = nodesOf(plan);
  const apart = mixedIn(nodes) ?? strayIn(nodes);
  if (apart !== null) return apart;
  const writes = nodes.filter((node) => node['Node Type'] === 'ModifyTable');
  if (writes.length === 0 && !nodes.some((node) => node['Node Type'] === 'LockRows')) return null;
  const scans = nodes.filter((node) => isOf(tables, node) && node['Node Type'] !== 'ModifyTable');
  const limits = limitsOf(scans);
  const unlimited = scans.find(({ Alias: alias = '' }) => !limits.has(alias));
  if (unlimited) return `names no tenant of ${unlimited['Relation Name']}`;
  const named = new Set(limits.values());
  for (const insert of writes.filter((node) => node.Operation === 'Insert' && isOf(tables, node))) {
    for (const tenant of insertedInto(insert, { tables, tenants }, parameters)) named.add(tenant);
    if (named.size === 0) return 'inserts rows and names no tenant';
  }
  return named.size > 1 ? `names ${named.size} tenants` : null;
}

async function planOf(client: pg.Client, sql: string, parameters: readonly unknown[]): Promise<Plan> {
  const explain = `explain (verbose, costs off, format json) ${sql}`;
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(explain, [...parameters]);
  return explainedSchema.parse(rows[0]?.['QUERY PLAN'])[0].Plan;
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const isIn = (wanted: TableClass, { 'Relation Name': name = '' }: Plan) => TABLE_CLASSES.get(name) === wanted;

/** Rows of the first node aren't joined with those of others. */
function mixedIn(nodes: readonly Plan[]): string | null {
  const [local, distributed] = (['local', 'distributed'] as const).map((one) => nodes.find((node) => isIn(one, node)));
  if (!local || !distributed) return null;
  return `reads ${local['Relation Name']}, which is on one node, with ${distributed['Relation Name']}`;
}

/** Nodes can't answer a subquery on rows of tenants that takes its tenant from a table that every node has. */
function strayIn(nodes: readonly Plan[]): string | null {
  const everywhere = new Set(nodes.flatMap((node) => (isIn('reference', node) ? [node.Alias ?? ''] : [])));
  for (const subquery of nodes.filter((node) => node['Parent Relationship'] === 'SubPlan')) {
    for (const scan of nodesOf(subquery).filter((node) => isIn('distributed', node))) {
      const others = termsOf(scan).flatMap((term) => equalTo(scan.Alias ?? '', term) ?? []);
      if (others.some((other) => everywhere.has(other)))
        return `takes the tenant of ${scan['Relation Name']} from outside`;
    }
  }
  return null;
}

function termsOf(scan: Plan): string[] {
  return [scan['Index Cond'], scan['Recheck Cond'], scan.Filter].flatMap((condition = '') => andedTerms(condition));
}

function isOf(tables: Tenancy['tables'], { 'Relation Name': name = '' }: Plan): boolean {
  return tables.has(name);
}

/** The tenant that each scan is limited to, by the alias of its table. Aliases are unique in a plan. */
function limitsOf(scans: readonly Plan[]): Map<string, string> {
  const limits = new Map<string, string>();
  const terms = scans.flatMap((scan) => termsOf(scan).map((term) => ({ alias: scan.Alias ?? '', term })));
  for (const { alias, term } of terms) {
    const tenant = namedIn(alias, term);
    if (tenant !== null) limits.set(alias, tenant);
  }
  // A correlated subquery takes its tenant from the row around it.
  for (let found = -1; found < limits.size;) {
    found = limits.size;
    for (const { alias, term } of terms) {
      const other = equalTo(alias, term);
      const tenant = other === null ? undefined : limits.get(other);
      if (tenant !== undefined && !limits.has(alias)) limits.set(alias, tenant);
    }
  }
  return limits;
}

/** The only tenant that a condition leaves, or null. */
function namedIn(alias: string, term: string): string | null {
  const [, column, one, several = ''] =
    /^(?:(\w+)\.)?merchant_id = (?:'([\da-f-]{36})'::uuid|ANY \('\{([\da-f,-]*)\}'::uuid\[\]\))$/.exec(term) ?? [];
  if (column !== undefined && column !== alias) return null;
  const listed = new Set(several.split(',').filter(Boolean));
  return one ?? (listed.size === 1 ? ([...listed][0] ?? null) : null);
}

function equalTo(alias: string, term: string): string | null {
  const [, left = '', right = ''] = /^(\w+)\.merchant_id = (\w+)\.merchant_id$/.exec(term) ?? [];
  if (left === alias) return right;
  return right === alias ? left : null;
}

/** The tenants that an insert names for its rows. None if they come from the tables that it reads. */
function insertedInto(
  { Plans: [rows] = [], ...insert }: Plan,
  { tables, tenants }: Tenancy,
  parameters: readonly unknown[],
) {
  const given = rows?.Output?.[tables.get(insert['Relation Name'] ?? '') ?? 0] ?? '';
  const one = CONSTANT.exec(given)?.[1];
  if (one !== undefined) return [one];
  const texts = parameters.filter((value) => typeof value === 'string');
  if (given.startsWith('"*VALUES*"')) return texts.filter((text) => tenants.has(text));
  const selected = rows ? nodesOf(rows).flatMap(({ Output: output = [] }) => output) : [];
  const constants = selected.flatMap((value) => CONSTANT.exec(value)?.[1] ?? []).filter((id) => tenants.has(id));
  return [...constants, ...texts.flatMap(tenantsOfRows)];
}

/** The tenants of rows that are handed over as JSON. */
function tenantsOfRows(text: string): string[] {
  if (!text.startsWith('[{')) return [];
  return z
    .array(z.looseObject({ merchant_id: z.string().optional() }))
    .parse(JSON.parse(text))
    .flatMap(({ merchant_id: tenant }) => tenant ?? []);
}
