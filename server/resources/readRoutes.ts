import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import { contentRange, listQuerySchema, summarySchema } from '#shared/contract/listQuery.ts';
import { permissionKey } from '#shared/declaration/permissions.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { NotFoundError } from '#server/errors.ts';
import type { Router } from '#server/http/router.ts';
import { parseListQuery } from './listQuery.ts';
import type { RecordSource } from './tableSource.ts';

/** The calls of a resource that is read: list, summary and record, in the shape of ra-data-simple-rest. */
export function readRoutes<S extends z.ZodType>(
  router: Router,
  resource: Resource,
  recordSchema: S,
  source: RecordSource<z.input<S>>,
): void {
  const { name, endpoint } = resource;
  const toList = { permission: permissionKey(name, 'list') };
  const toShow = { permission: permissionKey(name, 'show') };

  const list = defineCall({
    id: `${name}.list`,
    method: 'GET',
    path: `/${endpoint}`,
    summary: `A page of ${name}; the header Content-Range holds the total`,
    access: toList,
    query: listQuerySchema,
    data: z.array(recordSchema),
  });
  router.signedIn(list, async ({ session, query, reply }) => {
    const parsed = parseListQuery(resource, query);
    const { records, total } = await source.list(session.merchantId, parsed);
    void reply.header('Content-Range', contentRange(name, parsed.range[0], records.length, total));
    return records;
  });

  const summary = defineCall({
    id: `${name}.summary`,
    method: 'GET',
    path: `/${endpoint}/summary`,
    summary: `Count and sums of the ${name} that a filter finds, in minor units`,
    access: toList,
    query: listQuerySchema.pick({ filter: true }),
    data: summarySchema,
  });
  router.signedIn(summary, async ({ session, query }) => {
    const { conditions } = parseListQuery(resource, query);
    const sums = resource.list.summary.map((field) => field.source);
    return source.summary(session.merchantId, conditions, sums);
  });

  const show = defineCall({
    id: `${name}.show`,
    method: 'GET',
    path: `/${endpoint}/:id`,
    summary: `One of the ${name}`,
    access: toShow,
    params: z.object({ id: z.string().max(128) }),
    data: recordSchema,
  });
  router.signedIn(show, async ({ session, params }) => {
    const record = await source.one(session.merchantId, params.id);
    if (record === undefined) throw new NotFoundError();
    return record;
  });
}
