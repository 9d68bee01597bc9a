import { z } from 'zod';
import { deletionSchema, type DeletionEffect, MOST_ASKED_DELETIONS, permissionKey } from '@merchant-console/protocol';
import { defineCall } from '#shared/contract/call.ts';
import { resourceTitle } from '#shared/format/resourceName.ts';
import { ConflictError } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import type { Session } from '#server/http/session.ts';
import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { actorOf, type CallDeps, presentingConflict, seenBy, type Served, stepUpOf } from '../CallDeps.ts';
import { recordSchema } from '../recordSchema.ts';
import type { Effect } from '../ResourceBackend.ts';
import { DeletionRefusedError } from '../stored/deleteRecords.ts';
import { idParamsSchema } from './readRoutes.ts';
import { revision } from './writeRoutes.ts';

export function deleteRoute({ resource, backend }: Served, deps: CallDeps): Route[] {
  const { name, endpoint } = resource;
  const remove = backend.writer?.remove;
  if (!remove) return [];
  const call = defineCall({
    id: `${name}.delete`,
    method: 'DELETE',
    path: `/${endpoint}/:id`,
    summary: `Delete one of ${name}`,
    access: { permission: permissionKey(name, 'delete') },
    ...stepUpOf(backend, 'remove'),
    params: idParamsSchema,
    query: z.strictObject({ revision: z.coerce.number().pipe(revision).optional() }),
    data: recordSchema(resource),
  });
  const handler = route(call, async ({ session, params: { id }, query, request }) => {
    const seen = seenBy(session, resource);
    const target = { id, revision: query.revision ?? null };
    const write = () => remove(actorOf(session, request), target);
    return seen.present(await presentingConflict(seen, () => namingEffects(deps, { session, request }, write)));
  });
  return [handler];
}

/** What deleting records would do to others, for the question before it. */
export function deletionRoute({ resource, backend }: Served, deps: CallDeps): Route[] {
  const { name, endpoint } = resource;
  const { effectsOfDeleting } = backend;
  if (!effectsOfDeleting) return [];
  const call = defineCall({
    id: `${name}.deletion`,
    method: 'POST',
    path: `/${endpoint}/deletion`,
    summary: `Get what deleting some of ${name} would do to other records. Changes nothing`,
    access: { permission: permissionKey(name, 'delete') },
    body: z.strictObject({ ids: z.array(idParamsSchema.shape.id).min(1).max(MOST_ASKED_DELETIONS) }),
    data: deletionSchema,
  });
  const handler = route(call, async ({ session, body: { ids }, request }) => {
    const effects = await effectsOfDeleting(actorOf(session, request), ids);
    return { effects: effects.map((effect) => shownEffect(deps, { session, request }, effect)) };
  });
  return [handler];
}

interface Caller {
  session: Session;
  request: WithLanguage;
}

/** Resources that the caller may not list are counted, but not named. */
function shownEffect(
  { translators }: CallDeps,
  { session, request }: Caller,
  { resource, effect, count, isHidden = false }: Effect,
): DeletionEffect {
  const language = languageOf(request);
  const isNamed = !isHidden && session.permissions.has(permissionKey(resource.name, 'list'));
  const title = isNamed ? resourceTitle(resource, { language, translate: translators[language] }) : null;
  return { resource: isNamed ? resource.name : null, title, effect, count };
}

/** Names the resources of a refused deletion in the caller's language. */
async function namingEffects<T>(deps: CallDeps, caller: Caller, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DeletionRefusedError)) throw error;
    const translate = deps.translators[languageOf(caller.request)];
    const records = error.effects
      .map((effect) => shownEffect(deps, caller, effect))
      .map(({ title, count }) => `${title ?? translate('errors.unnamed_records')} (${count})`);
    throw new ConflictError({ id: error.id, args: { records: records.join(', ') }, current: error.current });
  }
}
