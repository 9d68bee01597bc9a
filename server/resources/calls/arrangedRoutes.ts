import { sql } from 'kysely';
import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import { listQuerySchema, permissionKey } from '@merchant-console/protocol';
import { acceptsValue } from '@merchant-console/declaration';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import { actorOf, type CallDeps, presentingConflict, seenBy, type Served, sourceFor } from '../CallDeps.ts';
import type { Condition } from '../compileFilter.ts';
import { parseListQuery } from '../listQuery.ts';
import { withKnownRecords } from '../readValues.ts';
import type { RecordSource, WireRecord } from '../RecordSource.ts';
import { recordSchema } from '../recordSchema.ts';
import { MOST_LEVELS } from '../stored/arrange.ts';
import { tableOf } from '../stored/columns.ts';
import { idParamsSchema } from './readRoutes.ts';

const id = z.string().max(128);

/** Routes of resources with a `tree` or an `order`. */
export function arrangedRoutes(served: Served, deps: CallDeps): Route[] {
  const { tree, order } = served.resource;
  return tree === null && order === null ? [] : [levelRoute(served), ...moveRoute(served, deps)];
}

/** One level of a tree in its order, or the records that match a filter with their ancestors. */
function levelRoute({ resource, backend }: Served): Route {
  const { name, endpoint, tree, order } = resource;
  const call = defineCall({
    id: `${name}.arranged`,
    method: 'GET',
    path: `/${endpoint}/arranged`,
    summary: `List the ${name} below \`parent\` in their order; with a filter, the matching ones with their ancestors`,
    access: { permission: permissionKey(name, 'list') },
    query: listQuerySchema.pick({ filter: true, range: true }).extend({ parent: id.optional() }),
    data: z.object({
      records: z.array(recordSchema(resource)),
      /** Those of the records that have records below them. */
      parents: z.array(z.string()),
      /** Those of the records that match the filter; null without a filter. */
      matches: z.array(z.string()).nullable(),
      total: z.int(),
    }),
  });
  return route(call, async ({ session, request, query: { parent, ...query } }) => {
    const { merchantId } = session;
    const { visible, present } = seenBy(session, resource);
    const parsed = parseListQuery(visible, query);
    const sort = order === null ? parseListQuery(visible, {}).sort : { source: order, descending: false };
    const source = sourceFor({ session, request }, backend);
    const table = tableOf(name);
    // In a subquery, the name of the table is the row of the list.
    const outer = (column: string) => sql.ref(`${table}.${column}`);
    const isSeen = async (of: ReturnType<typeof outer>) => (await backend.isSeen?.(session, of)) ?? sql<boolean>`true`;
    const hasBelow = async (ids: readonly string[]): Promise<string[]> => {
      if (tree === null || ids.length === 0) return [];
      const below = sql<boolean>`exists (
        select from ${sql.table(table)} below where below.merchant_id = ${merchantId}
          and ${sql.ref(`below.${tree}`)} = ${outer('id')} and ${await isSeen(sql.ref('below.id'))})`;
      return (await among(source, merchantId, ids, [{ kind: 'sql', sql: below }])).map((one) => one.id);
    };
    if (parsed.conditions.length > 0) {
      const { records, total } = await source.list(merchantId, { ...parsed, sort });
      const all = tree === null ? records : await withAncestors(source, merchantId, tree, records);
      const matches = records.map((one) => one.id);
      return { records: all.map(present), parents: await hasBelow(all.map((one) => one.id)), matches, total };
    }
    const level: Condition[] = [];
    if (tree !== null && parent !== undefined)
      level.push({ kind: 'compare', source: tree, operator: '=', value: parent });
    if (tree !== null && parent === undefined) {
      const above = outer(tree);
      // Records below one that the user may not see are shown at the top.
      const isTop = sql<boolean>`${above} is null or not ${await isSeen(above)}`;
      level.push({ kind: 'sql', sql: backend.isSeen ? isTop : sql<boolean>`${above} is null` });
    }
    const { records, total } = await source.list(merchantId, { ...parsed, conditions: level, sort });
    return {
      records: records.map(present),
      parents: await hasBelow(records.map((one) => one.id)),
      matches: null,
      total,
    };
  });
}

/** The records with those above them that the user may see, in no particular order. */
async function withAncestors(
  source: RecordSource,
  merchantId: string,
  tree: string,
  records: readonly WireRecord[],
): Promise<WireRecord[]> {
  const known = new Map(records.map((one) => [one.id, one]));
  let fresh = records;
  for (let level = 1; level < MOST_LEVELS && fresh.length > 0; level += 1) {
    const wanted = new Set(fresh.flatMap(({ [tree]: above }) => (typeof above === 'string' ? [above] : [])));
    fresh = await among(
      source,
      merchantId,
      [...wanted].filter((above) => !known.has(above)),
    );
    for (const one of fresh) known.set(one.id, one);
  }
  return [...known.values()];
}

async function among(
  source: RecordSource,
  merchantId: string,
  values: readonly string[],
  more: readonly Condition[] = [],
): Promise<WireRecord[]> {
  if (values.length === 0) return [];
  const conditions: Condition[] = [{ kind: 'among', source: 'id', values: [...values] }, ...more];
  const sort = { source: 'id', descending: false };
  return (await source.list(merchantId, { conditions, sort, range: [0, values.length - 1] })).records;
}

function moveRoute({ resource, backend }: Served, deps: CallDeps): Route[] {
  const { name, endpoint, tree, fields, operations } = resource;
  const arrange = backend.writer?.arrange;
  if (!arrange || !operations.includes('edit')) return [];
  const call = defineCall({
    id: `${name}.move`,
    method: 'POST',
    path: `/${endpoint}/:id/move`,
    summary: `Move one of ${name} below \`parent\`, and behind \`after\` (null: to the first place)`,
    access: { permission: permissionKey(name, 'edit') },
    params: idParamsSchema,
    body: z.strictObject({
      parent: id.nullish().describe('Absent: below the same record as before'),
      after: id.nullish().describe('Absent: to the last place'),
    }),
    data: recordSchema(resource),
  });
  const handler = route(call, async ({ session, params, body, request }) => {
    const seen = seenBy(session, resource);
    const stored = await sourceFor({ session, request }, backend).one(session.merchantId, params.id);
    if (!stored) throw new NotFoundError();
    const above = tree === null ? null : (stored[tree] ?? null);
    const parent = body.parent === undefined ? above : body.parent;
    if (tree !== null && parent !== above) {
      const field = seen.visible.fields.find(({ source }) => source === tree);
      if (!field || !acceptsValue(field, 'edit')) throw new ForbiddenError();
      await withKnownRecords(deps, session, fields, { [tree]: parent }, stored);
    }
    const to = { ...(tree !== null && { parent: typeof parent === 'string' ? parent : null }), after: body.after };
    return seen.present(await presentingConflict(seen, () => arrange(actorOf(session, request), params.id, to)));
  });
  return [handler];
}
