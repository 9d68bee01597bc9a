import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import { type Action, conditionsIn, type Field } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { route, type Route } from '#server/http/Route.ts';
import { assertConfirmed } from '#server/http/session.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf, type CallDeps, presentingConflict, seenBy, type Served, stepUpOf } from '../CallDeps.ts';
import { idempotencyKeyOf, onceForKey } from '../idempotently.ts';
import { newDefaults } from '../newDefaults.ts';
import { readValues, withKnownRecords } from '../readValues.ts';
import { deciderFor } from '../scopeOf.ts';
import type { ActionCall } from '../ResourceBackend.ts';
import { bodySchema } from './bodySchema.ts';
import { idParamsSchema } from './readRoutes.ts';

/** @param call.seen fields of the form and of the record that the caller may see */
type Effect = (
  tx: Tx,
  call: ActionCall & { seen: { form: readonly Field[]; fields: readonly Field[] } },
) => Promise<unknown>;

/** Maximum number of records per call, the same as rows per page. */
const MAX_BULK = 1_000;

const idsSchema = z.object({ ids: z.array(z.string().max(128)).min(1).max(MAX_BULK) });

const recordLike = z.looseObject({ id: z.string() });

/** Routes of the declared actions that this server implements. */
export function actionRoutes(served: Served, deps: CallDeps): Route[] {
  return served.resource.actions.flatMap((action) => {
    const effect = actionEffect(served, action);
    return effect ? [actionRoute(served, action, effect, deps)] : [];
  });
}

/** Validates the form before payment password and code, so that a typo in it costs no attempt. */
function actionRoute(served: Served, action: Action, effect: Effect, deps: CallDeps): Route {
  const { resource } = served;
  const { form, idempotent, method, path, scope, slow } = action;
  return route(callOf(served, action), async ({ session, params, body, request }) => {
    const { accountId, userId, permissions } = session;
    const key = idempotent ? idempotencyKeyOf(request.headers) : null;
    const seen = seenBy(session, resource);
    const visible = seen.visible.actions.find(({ key: other }) => other === action.key)?.form ?? [];
    const ofForm = { name: resource.name, fields: form };
    const actor = actorOf(session, request);
    const decide = await deciderFor(deps.db.kysely, actor, deps.clock.now(), ofForm, conditionsIn(ofForm));
    const asked = formOf(action, body);
    const defaults = await newDefaults(deps, actor, form, asked);
    const read = readValues({ fields: form, visible, current: null, defaults, decide }, asked);
    const values = await withKnownRecords(deps, session, form, read);
    if (action.payPassword) await deps.checkPayPassword(accountId, userId, body['pay_password']);
    if (action.totp) await deps.checkTotp(accountId, userId, body['totp_code']);

    const ids = idsOf(action, params, body);
    const [id = ''] = ids;
    const asking = {
      actor,
      permissions,
      language: languageOf(request),
      assertConfirmed: () => assertConfirmed(session),
    };
    const acting = { ...asking, id, ids, values };
    const run = (tx: Tx) => effect(tx, { ...acting, seen: { form: visible, fields: seen.visible.fields } });
    const prepare = served.backend.preparations?.[action.key];
    // Several IDs would be too long for a key, and are in the body.
    const call = { session, key, route: `${method} /${path} ${scope === 'row' ? id : ''}`, body };
    const once = () => onceForKey(deps, call, z.unknown(), run, prepare && (() => prepare(acting)));
    const answer = await presentingConflict(seen, () => (slow ? deps.db.patiently(once) : once()));
    const record = recordLike.safeParse(answer);
    return record.success ? seen.present(record.data) : answer;
  });
}

function callOf({ resource: { name }, backend }: Served, action: Action) {
  const { key, method, path, permission, scope, form, idempotent } = action;
  const confirmed = confirmedBy(action).map((source): [string, z.ZodType] => [
    source,
    z.unknown().meta({ type: 'string' }),
  ]);
  const asked = bodySchema(form, 'create').extend(Object.fromEntries(confirmed));
  return defineCall({
    id: `${name}.${key}`,
    method,
    path: `/${path}`,
    summary: `Execute the action ${key} of ${name}`,
    access: { permission },
    ...(scope === 'row' ? { params: idParamsSchema } : {}),
    ...(idempotent ? { idempotencyKey: 'required' as const } : {}),
    ...stepUpOf(backend, key),
    body: scope === 'bulk' ? asked.extend(idsSchema.shape) : asked,
    data: z.unknown(),
  });
}

/** Unique IDs in the selected order. */
function idsOf({ scope }: Action, params: unknown, body: unknown): string[] {
  if (scope === 'row') return [idParamsSchema.parse(params).id];
  return scope === 'bulk' ? [...new Set(idsSchema.parse(body).ids)] : [];
}

/** The credentials that the action requires besides the form. */
function confirmedBy({ payPassword, totp }: Action): string[] {
  return [...(payPassword ? ['pay_password'] : []), ...(totp ? ['totp_code'] : [])];
}

function formOf(action: Action, body: Readonly<Record<string, unknown>>) {
  const around = [...confirmedBy(action), ...(action.scope === 'bulk' ? ['ids'] : [])];
  return Object.fromEntries(Object.entries(body).filter(([source]) => !around.includes(source)));
}

/**
 * The effect of an action: its handler in code, otherwise what the declaration says; undefined if neither exists. An
 * action on a row returns the record, others how many they changed.
 */
function actionEffect({ resource, backend }: Served, action: Action): Effect | undefined {
  const handler = backend.actions?.[action.key];
  if (handler) return handler;
  const { set, create, when, key, scope } = action;
  const act = backend.writer?.act;
  if (!act || (!set && !create) || scope === 'scheduled') return undefined;
  return async (tx, { actor, ids, values, seen: { form, fields } }) => {
    const records = await act(tx, actor, ids, {
      set,
      create,
      when,
      action: `${resource.name}.${key}`,
      form: Object.fromEntries(form.map(({ source }) => [source, values[source] ?? null])),
      seen: new Set(fields.map(({ source }) => source)),
    });
    return scope === 'row' ? records[0] : { done: records.length };
  };
}
