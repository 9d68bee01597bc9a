import { z } from 'zod';
import { defineCall, fileDataSchema } from '#shared/contract/call.ts';
import {
  exportQuerySchema,
  contentRange,
  listQuerySchema,
  summaryQuerySchema,
  summarySchema,
  permissionKey,
} from '@merchant-console/protocol';
import {
  type ChartDeclaration,
  chartsOf,
  hasRecordOnly,
  isTimeZone,
  type Resource,
} from '@merchant-console/declaration';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf, type CallDeps, seenBy, type Served, sourceFor } from '../CallDeps.ts';
import { presentedLines } from '../lines.ts';
import { isOfPast, parseListQuery } from '../listQuery.ts';
import { recordSchema } from '../recordSchema.ts';

/** The format of IDs is up to the back end. */
export const idParamsSchema = z.object({ id: z.string().max(128) });

type ListDeps = Pick<CallDeps, 'db' | 'clock' | 'chartsOn'>;

/** Routes for list and summary, in the format of ra-data-simple-rest. */
export function listRoutes({ resource, backend }: Served, { db, clock, chartsOn }: ListDeps): Route[] {
  const { name, endpoint } = resource;
  const access = { permission: permissionKey(name, 'list') };
  const list = defineCall({
    id: `${name}.list`,
    method: 'GET',
    path: `/${endpoint}`,
    access,
    summary: `List a page of ${name}; the header Content-Range contains the total`,
    query: listQuerySchema,
    data: z.array(recordSchema(resource)),
  });
  const summary = defineCall({
    id: `${name}.summary`,
    method: 'GET',
    path: `/${endpoint}/summary`,
    access,
    summary: `Get the number of ${name} that match a filter, and the sums of their amounts in minor units, per currency; for a chart also in groups`,
    query: summaryQuerySchema,
    data: summarySchema,
  });
  return [
    route(list, async ({ session, request, query, reply }) => {
      const { visible, present } = seenBy(session, resource);
      const parsed = parseListQuery(visible, query);
      const read = () => sourceFor({ session, request }, backend).list(session.merchantId, parsed);
      const { records, total } = await (isOfPast(parsed, clock.now()) ? db.fromStandby(read) : read());
      void reply.header('Content-Range', contentRange(name, parsed.range[0], records.length, total));
      return records.map(present);
    }),
    route(summary, async ({ session, request, query }) => {
      const { visible } = seenBy(session, resource);
      const { conditions } = parseListQuery(visible, query);
      const { summary: columns, tabs } = visible.list;
      const by = groupingOf(visible, chartsOn(name), query);
      const sums = { columns, fields: resource.fields, tab: tabs?.source ?? null, by };
      const read = () => sourceFor({ session, request }, backend).summary(session.merchantId, conditions, sums);
      return isOfPast({ conditions }, clock.now()) ? db.fromStandby(read) : read();
    }),
  ];
}

/** @throws {ValidationError} if neither the list nor a dashboard has such a chart, or the user may not see its field */
function groupingOf(
  { fields, list: { charts, summary } }: Resource,
  onDashboards: readonly ChartDeclaration[],
  { by, per, zone = 'UTC' }: z.infer<typeof summaryQuerySchema>,
) {
  if (by === undefined) return null;
  const declared = chartsOf({ fields, list: { charts: [...charts, ...onDashboards], summary } });
  const chart = declared.find((one) => one.by.source === by && one.per === (per ?? null));
  if (!chart) throw new ValidationError({ by: { key: 'invalid_value', args: { value: by } } });
  if (!isTimeZone(zone)) throw new ValidationError({ zone: { key: 'invalid_value', args: { value: zone } } });
  return { field: chart.by, per: chart.per, zone };
}

export function showRoute({ resource, backend }: Served, deps: CallDeps): Route {
  const { name, endpoint } = resource;
  const call = defineCall({
    id: `${name}.show`,
    method: 'GET',
    path: `/${endpoint}/:id`,
    summary: `Get one of ${name}`,
    access: { permission: permissionKey(name, 'show') },
    params: idParamsSchema,
    data: recordSchema(resource),
  });
  // A field without a value is null, to distinguish the response from a row of a list.
  const withoutDetails = Object.fromEntries(
    resource.fields.filter(({ recordOnly }) => recordOnly === true).map(({ source }) => [source, null]),
  );
  return route(call, async ({ session, request, params }) => {
    const record = await sourceFor({ session, request }, backend).one(session.merchantId, params.id);
    if (!record) throw new NotFoundError();
    const { visible, present } = seenBy(session, resource);
    const reader = { actor: actorOf(session, request), permissions: session.permissions, request };
    const details = hasRecordOnly(visible) ? await backend.details?.(session.merchantId, record, reader) : {};
    const lines = await presentedLines(deps, { session, request }, visible, params.id);
    return { ...present({ ...withoutDetails, ...record, ...details }), ...lines };
  });
}

export function exportRoute({ resource, backend }: Served, { exporter }: Pick<CallDeps, 'exporter'>): Route {
  const { name, endpoint } = resource;
  const call = defineCall({
    id: `${name}.export`,
    method: 'GET',
    path: `/${endpoint}/export`,
    download: '*/*',
    summary: `Download all ${name} that match a filter`,
    access: { permission: permissionKey(name, 'export') },
    query: exportQuerySchema,
    data: fileDataSchema,
  });
  return route(call, ({ session, query, request }) =>
    exporter({
      actor: actorOf(session, request),
      permissions: session.permissions,
      resource,
      query,
      source: sourceFor({ session, request }, backend),
      language: languageOf(request),
    }),
  );
}
