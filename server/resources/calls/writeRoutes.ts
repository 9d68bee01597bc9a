import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import { permissionKey } from '@merchant-console/protocol';
import {
  childrenIn,
  conditionsIn,
  type Decide,
  type Resource,
  withComputedValues,
  withoutChildren,
} from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import { actorOf, type CallDeps, presentingConflict, seenBy, type Served, sourceFor, stepUpOf } from '../CallDeps.ts';
import { optionalIdempotencyKeyOf, onceForKey } from '../idempotently.ts';
import { readingBoth, readLineChanges, withoutLines, writingLines } from '../lineChanges.ts';
import { presentedLines, presentLines, readLines } from '../lines.ts';
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
  const { name, endpoint } = resource;
  const fields = withoutChildren(resource.fields);
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
    body: bodySchema(resource.fields, 'create'),
    idempotencyKey: 'optional',
    data: recordSchema(resource),
  });
  const handler = route(call, async ({ session, body, request }) => {
    const asking = { session, request };
    const { visible, present } = seenBy(session, resource);
    const { rules } = resource;
    const actor = actorOf(session, request);
    const decide = await decider(deps, actor, resource);
    const own = withoutLines(visible, body);
    const defaults = await newDefaults(deps, actor, fields, own);
    const { values, changes } = await readingBoth(
      own,
      async () => {
        const shown = withoutChildren(visible.fields);
        const read = readValues({ fields, visible: shown, current: null, defaults, rules, decide }, own);
        return withKnownRecords(deps, session, fields, read);
      },
      (known) => {
        // Lines may take values from their record, which has no ID yet.
        const record = withComputedValues(fields, { id: 'new', ...known });
        return readLineChanges(deps, asking, { visible, record, lines: {} }, body);
      },
    );
    const keyed = { session, key: optionalIdempotencyKeyOf(request.headers), route: `POST /${endpoint}`, body };
    let numbers: Values = {};
    const draw = drawNumbers && (async () => void (numbers = await drawNumbers(actor)));
    const effect = (tx: Tx) => create(tx, actor, { ...values, ...numbers }, writingLines(deps, asking, changes));
    const record = await onceForKey(deps, keyed, wireRecordSchema, effect, draw);
    return { ...present(record), ...(await presentedLines(deps, asking, visible, record.id)) };
  });
  return [handler];
}

export function updateRoute({ resource, backend }: Served, deps: CallDeps): Route[] {
  const { name, endpoint } = resource;
  const fields = withoutChildren(resource.fields);
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
    body: bodySchema(resource.fields, 'edit').extend(revisionSchema.shape),
    data: recordSchema(resource),
  });
  const handler = route(call, async ({ session, params: { id }, body, request }) => {
    const asking = { session, request };
    const seen = seenBy(session, resource);
    const { visible } = seen;
    const source = sourceFor(asking, backend);
    const stored = await source.one(session.merchantId, id);
    if (!stored) throw new NotFoundError();
    const lines = await readLines(deps, asking, visible, id);
    const current = { ...seen.present(stored), ...presentLines(deps, session, visible, lines) };
    const revisionSeen = revisionSchema.parse(body).revision ?? null;
    // Check the revision before the values: a whole record that is sent back is valid only for its own revision.
    if (revisionSeen !== null && (stored['revision'] ?? revisionSeen) !== revisionSeen)
      throw new ConflictError({ current });
    const whole = withComputedValues(fields, stored);
    const { rules } = resource;
    const actor = actorOf(session, request);
    const decide = await decider(deps, actor, resource);
    const own = withoutLines(visible, body);
    /** Of a changed line, the caller gets the whole record, as of a changed record. */
    const withLinesNow = async <T>(write: () => Promise<T>) => {
      try {
        return await presentingConflict(seen, write);
      } catch (error) {
        if (!(error instanceof ConflictError) || error.id !== 'conflict' || childrenIn(visible.fields).length === 0)
          throw error;
        const now = await source.one(session.merchantId, id);
        if (!now) throw new NotFoundError();
        throw new ConflictError({
          current: { ...seen.present(now), ...(await presentedLines(deps, asking, visible, id)) },
        });
      }
    };
    const { values, changes } = await withLinesNow(() =>
      readingBoth(
        own,
        async () => {
          const shown = withoutChildren(visible.fields);
          const read = readValues({ fields, visible: shown, current: whole, rules, decide }, own);
          return withKnownRecords(deps, session, fields, read, whole);
        },
        (known) => {
          const record = withComputedValues(fields, { ...whole, ...known });
          return readLineChanges(deps, asking, { visible, record, lines }, body);
        },
      ),
    );
    if (Object.keys(values).length === 0 && changes.length === 0) return current;
    const target = { id, revision: revisionSeen };
    const written = await withLinesNow(() => update(actor, target, values, writingLines(deps, asking, changes)));
    return { ...seen.present(written), ...(await presentedLines(deps, asking, visible, id)) };
  });
  return [handler];
}
