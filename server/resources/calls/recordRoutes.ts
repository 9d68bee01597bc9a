import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import { timelineSchema, permissionKey, REVEAL } from '@merchant-console/protocol';
import { type Field, isMasked, type Resource } from '@merchant-console/declaration';
import { shownValue } from '#server/audit/shownValue.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import type { Session } from '#server/http/session.ts';
import { actorOf, type CallDeps, seenBy, type Served, sourceFor } from '../CallDeps.ts';
import { idParamsSchema } from './readRoutes.ts';

/** Stricter than the console's, which also reads the timelines of other back ends. */
const ownTimelineSchema = z.array(timelineSchema.element.extend({ at: z.iso.datetime() }));

/** The timeline of a record, without changes of fields that the caller may not see. */
export function timelineRoute({ resource, backend }: Served, { timeline, resourceOf }: CallDeps): Route {
  const { name, endpoint } = resource;
  const call = defineCall({
    id: `${name}.timeline`,
    method: 'GET',
    path: `/${endpoint}/:id/timeline`,
    summary: `List the audit entries of one of ${name}, newest first`,
    access: { permission: permissionKey(name, 'show') },
    params: idParamsSchema,
    data: ownTimelineSchema,
  });
  return route(call, async ({ session, request, params: { id } }) => {
    const fields = [...seenBy(session, resource).visible.fields, ...relatedFields(session, resource, resourceOf)];
    if (!(await sourceFor({ session, request }, backend).one(session.merchantId, id))) throw new NotFoundError();
    const entries = await timeline(session.merchantId, resource, id);
    return entries.map((entry) => ({
      ...entry,
      changes: entry.changes.flatMap(({ source, before, after }) => {
        const field = fields.find((one) => one.source === source);
        return field ? [{ source, before: shownValue(field, before), after: shownValue(field, after) }] : [];
      }),
    }));
  });
}

/** The fields of related records that the timeline shows, without those that the caller may not see. */
function relatedFields(session: Session, resource: Resource, resourceOf: CallDeps['resourceOf']): Field[] {
  const own = new Set(resource.fields.map(({ source }) => source));
  return resource.show.related.flatMap(({ reference, timeline }) => {
    const other = session.permissions.has(permissionKey(reference, 'list')) ? resourceOf(reference) : undefined;
    if (!other) return [];
    return seenBy(session, other).visible.fields.filter(({ source }) => timeline.includes(source) && !own.has(source));
  });
}

export function revealRoute({ resource, backend: { writer } }: Served, deps: CallDeps): Route[] {
  const { name, endpoint } = resource;
  const reveal = writer?.reveal;
  if (!reveal || !resource.fields.some(isMasked)) return [];
  const call = defineCall({
    id: `${name}.reveal`,
    method: 'POST',
    path: `/${endpoint}/:id/reveal`,
    summary: 'Get a masked value in full; the audit log records the access',
    access: { permission: permissionKey(name, REVEAL) },
    params: idParamsSchema,
    body: z.strictObject({ source: z.string().max(80), pay_password: z.unknown().optional() }),
    data: z.object({ value: z.string().nullable() }),
  });
  const handler = route(call, async ({ session, params, body, request }) => {
    const { visible } = seenBy(session, resource);
    const field = visible.fields.filter(isMasked).find(({ source }) => source === body.source);
    if (!field) throw new ValidationError({ source: { key: 'invalid_value', args: { value: body.source } } });
    if (field.payPassword) await deps.checkPayPassword(session.accountId, session.userId, body.pay_password);
    return { value: await reveal(actorOf(session, request), params.id, body.source) };
  });
  return [handler];
}
