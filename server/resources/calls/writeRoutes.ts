import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import { permissionKey } from '@merchant-console/protocol';
import { conditionsIn, type Decide, type Resource, withComputedValues } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import { actorOf, type CallDeps, presentingConflict, seenBy, type Served, sourceFor, stepUpOf } from '../CallDeps.ts';
import { optionalIdempotencyKeyOf, onceForKey } from '../idempotently.ts';
import { newDefaults } from '../newDefaults.ts';
import { readValues, withKnownRecords } from '../readValues.ts';
import type { Actor, Values } from '../RecordSource.ts';
import { recordSchema } from '../recordSchema.ts';
import { deciderFor } from '../scopeOf.ts';
import { bodySchema } from './bodySchema.ts';
import { idParamsSchema } from './readRoutes.ts';

export const revision = z.int().min(1);
const wireRecordSchema = z.looseObject({ id: z.string() });
const revisionSchema = z.object({ revision: revision.nullish() });

function decider({ db, clock }: CallDeps, actor: Actor, resource: Resource): Promise<Decide> {
  return deciderFor(db.kysely, actor, clock.now(), resource, conditionsIn(resource));
}

/**
 * With an `Idempotency-Key` a repeated call creates the record only once: forms are resubmitted if the response was
 * lost.
 */
export function createRoute({ resource, backend }: Served, deps: CallDeps): Route[] {
  const { name, endpoint, fields } = resource;
  const { create, drawNumbers } = backend.writer ?? {};
  if (!create) return [];
  const call = defineCall({
    id: `${name}.create`,
    method: 'POST',
    path: `/${endpoint}`,
    summary: `Create one of ${name}`,
    status: 201,
    access: { permission: permissionKey(name, 'create') },
    ...stepUpOf(backend, 'create'),
    body: bodySchema(fields, 'create'),
    idempotencyKey: 'optional',
    data: recordSchema(resource),
  });
  const handler = route(call, async ({ session, body, request }) => {
    const { visible, present } = seenBy(session, resource);
    const { rules } = resource;
    const actor = actorOf(session, request);
    const decide = await decider(deps, actor, resource);
    const defaults = await newDefaults(deps, actor, fields, body);
    const read = readValues({ fields, visible: visible.fields, current: null, defaults, rules, decide }, body);
    const values = await withKnownRecords(deps, session, fields, read);
    const keyed = { session, key: optionalIdempotencyKeyOf(request.headers), route: `POST /${endpoint}`, body };
    let numbers: Values = {};
    const draw = drawNumbers && (async () => void (numbers = await drawNumbers(actor)));
    const effect = (tx: Tx) => create(tx, actor, { ...values, ...numbers });
    return present(await onceForKey(deps, keyed, wireRecordSchema, effect, draw));
  });
  return [handler];
}

export function updateRoute({ resource, backend }: Served, deps: CallDeps): Route[] {
  const { name, endpoint, fields } = resource;
  const update = backend.writer?.update;
  if (!update) return [];
  const call = defineCall({
    id: `${name}.update`,
    method: 'PUT',
    path: `/${endpoint}/:id`,
    summary: `Change one of ${name}. Omitted fields stay unchanged; \`revision\` is that of the record as last read`,
    access: { permission: permissionKey(name, 'edit') },
    ...stepUpOf(backend, 'update'),
    params: idParamsSchema,
    body: bodySchema(fields, 'edit').extend(revisionSchema.shape),
    data: recordSchema(resource),
  });
  const handler = route(call, async ({ session, params: { id }, body, request }) => {
    const seen = seenBy(session, resource);
    const stored = await sourceFor({ session, request }, backend).one(session.merchantId, id);
    if (!stored) throw new NotFoundError();
    const current = seen.present(stored);
    const revisionSeen = revisionSchema.parse(body).revision ?? null;
    // Check the revision before the values: a whole record that is sent back is valid only for its own revision.
    if (revisionSeen !== null && (stored['revision'] ?? revisionSeen) !== revisionSeen)
      throw new ConflictError({ current });
    const whole = withComputedValues(resource.fields, stored);
    const { rules } = resource;
    const decide = await decider(deps, actorOf(session, request), resource);
    const read = readValues({ fields, visible: seen.visible.fields, current: whole, rules, decide }, body);
    if (Object.keys(read).length === 0) return current;
    const values = await withKnownRecords(deps, session, fields, read, whole);
    const target = { id, revision: revisionSeen };
    return seen.present(await presentingConflict(seen, () => update(actorOf(session, request), target, values)));
  });
  return [handler];
}
