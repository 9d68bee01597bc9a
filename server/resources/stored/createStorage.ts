import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Resource } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import { distribute } from '#server/db/distribute.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { withLock } from '#server/db/withLock.ts';
import { narrowedSource } from '../narrowedSource.ts';
import type { ResourceStorage, ServerFinding, Viewer } from '../ResourceBackend.ts';
import { rowSource } from '../tableSource.ts';
import { applyPlan } from './applyPlan.ts';
import { isComparable, storedFieldsOf, tableOf } from './columns.ts';
import { computedColumns, rowsOf } from './computedSql.ts';
import { effectsOfDeletion } from './deleteRecords.ts';
import { createImporter } from './importRecords.ts';
import { linkedOf } from './links.ts';
import { formerName, moveResource, refuseBoth } from './moveResource.ts';
import { planTable, sparesFormer, type TablePlan, readTable } from './planTable.ts';
import { presentRow, type StoredRow } from './presentRow.ts';
import {
  declaredRulesOf,
  readRememberedFields,
  readRememberedRules,
  rememberFields,
  rememberRenames,
} from './rememberedFields.ts';
import { contradictions } from './ruleRows.ts';
import { rowRights } from './rowRights.ts';
import { allowAll, allowShapes, shapeOf } from './shape.ts';
import { readRows } from './storedRows.ts';
import type { StoredDeps } from './StoredTable.ts';
import { createStoredWriter } from './storedWriter.ts';
import { hasWords, searchedOf } from './words.ts';

/** How long a server that died during a change of tables blocks the others. */
const LOCK_TTL_MS = 10_000;

const WAIT_MS = 50;

/** @param signal aborted if another server may have started to work */
type Work<T> = (signal: AbortSignal | undefined) => Promise<T>;

/** Manages tables and records of resources with `"storage": "table"`. */
export function createStorage(deps: StoredDeps): ResourceStorage {
  const { db } = deps;
  const inTurn = createTurns(db);
  /** Declarations whose tables are ready, by name. */
  const ready = new Map<string, Resource>();

  return {
    async prepare(resource) {
      const isMoved = (await formerName(db.kysely, resource)) === null;
      const first = await planned(db.kysely, resource);
      const findings = isMoved && first.isDone ? [] : await inTurn((signal) => follow(deps, resource, signal));
      if (findings.length === 0) ready.set(resource.name, resource);
      return findings;
    },

    retain(names) {
      for (const name of ready.keys()) if (!names.has(name)) ready.delete(name);
    },

    open(resource) {
      const others = () => [...ready.values()];
      const columns = storedFieldsOf(resource)
        .filter((field) => isComparable(field) || hasWords(field))
        .map(({ source }) => source);
      const present = (row: StoredRow) => presentRow(resource, row);
      const table = tableOf(resource.name);
      const indexes = { words: { table, columns: searchedOf(resource) } };
      const compared = computedColumns(resource).map(({ source }) => source);
      const usable = ['id', 'created_at', 'updated_at', ...columns, ...linkedOf(resource), ...compared];
      const source = rowSource(db, rowsOf(resource, others), present, usable, { indexes });
      const seeSql = async (viewer: Viewer) => {
        const asked = { resources: [resource], others: others() };
        return (await rowRights(db.kysely, viewer, deps.clock.now(), asked)).see(resource);
      };
      return {
        source,
        writer: createStoredWriter(deps, resource, others),
        ...(resource.import && { importer: createImporter(deps, resource, others) }),
        ...(resource.records.see && {
          seenBy: (viewer: Viewer) =>
            narrowedSource(source, async () => {
              const see = await seeSql(viewer);
              return see ? [{ kind: 'sql', sql: see }] : [];
            }),
          isSeen: async (viewer: Viewer, id: RawBuilder<unknown>) =>
            sql<boolean>`exists (
              select 1 from ${sql.table(table)} seen
              where seen.merchant_id = ${viewer.merchantId} and seen.id = ${id} and ${(await seeSql(viewer)) ?? sql`true`})`,
        }),
        effectsOfDeleting: async (actor, ids) => {
          const rows = await readRows(db.kysely, { table, merchantId: actor.merchantId }, ids, await seeSql(actor));
          const deleting = { resource, rows };
          return (await effectsOfDeletion(db.kysely, deps, actor, deleting, { others: others(), locks: false }))
            .effects;
        },
      };
    },
  };
}

async function planned(db: DbOrTx, resource: Resource): Promise<TablePlan> {
  return planTable(resource, await readTable(db, resource.name), await readRememberedFields(db, resource.name));
}

async function follow(
  { db, clock, cipher }: StoredDeps,
  resource: Resource,
  signal: AbortSignal | undefined,
): Promise<ServerFinding[]> {
  const refused = await followName({ db, clock, cipher }, resource, signal);
  if (refused.length > 0) return refused;
  const plan = await planned(db.kysely, resource);
  if (plan.isDone) return [];
  const rules = { before: await readRememberedRules(db.kysely, resource.name), now: declaredRulesOf(resource) };
  const held = () => contradictions(db.kysely, plan, { cipher, rules: rules.before, now: clock.now() });
  const findings = await held();
  if (findings.length > 0) return findings;
  const table = tableOf(resource.name);
  const shape = shapeOf(resource);
  if (plan.table) {
    const { shapes } = plan.table;
    const isSpared = shapes !== null && sparesFormer(plan, { before: rules.before ?? [], now: rules.now });
    const former = isSpared ? shapes.filter((one) => one !== shape).slice(-MOST_SHAPES) : [];
    await allowShapes(db.kysely, table, [...former, shape]);
    // Values that servers with the former declaration have written since the first count.
    const late = isSpared ? [] : await held();
    if (late.length > 0) {
      await (shapes ? allowShapes(db.kysely, table, shapes) : allowAll(db.kysely, table));
      return late;
    }
  }
  if (plan.renaming) await rememberRenames(db.kysely, resource.name, plan.renaming);
  await applyPlan(db.kysely, plan, { cipher, signal });
  if (!plan.table) {
    await allowShapes(db.kysely, table, [shape]);
    await distribute(db);
  }
  await rememberFields(db.kysely, resource, plan.left, clock.now());
  return [];
}

/** Number of former declarations that may go on writing. */
const MOST_SHAPES = 20;

/**
 * Moves the records of a renamed resource. They stay under the former name if the declaration doesn't fit them, so that
 * restoring the former file is enough.
 */
async function followName(
  deps: StoredDeps,
  resource: Resource,
  signal: AbortSignal | undefined,
): Promise<ServerFinding[]> {
  const { kysely } = deps.db;
  const from = await formerName(kysely, resource);
  if (from === null) return [];
  const refused = await refuseBoth(kysely, resource, from);
  if (refused.length > 0) return refused;
  const rules = await readRememberedRules(kysely, from);
  const plan = await planned(kysely, { ...resource, name: from });
  const findings = await contradictions(kysely, plan, { cipher: deps.cipher, rules, now: deps.clock.now() });
  if (findings.length === 0) await moveResource(deps, resource, from, signal);
  return findings;
}

/** Serialises changes of tables, within this process and with all others on the database. */
function createTurns(db: Db): <T>(work: Work<T>) => Promise<T> {
  // The embedded database has one process. A lock row left by a killed one would only delay the next start.
  const alone = db.kind === 'embedded' ? <T>(work: Work<T>) => work(undefined) : lockingOut(db);
  let queue: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = queue.then(() => alone(work));
    queue = turn.catch(() => {});
    return turn;
  };
}

function lockingOut(db: Db) {
  return async <T>(work: Work<T>): Promise<T> => {
    const lock = { name: 'stored_resources', holder: uuidv7(), ttlMs: LOCK_TTL_MS };
    for (;;) {
      const outcome = await withLock(db.kysely, lock, work);
      if (outcome.ran) return outcome.value;
      await sleep(WAIT_MS);
    }
  };
}
