import type { Transaction } from 'kysely';
import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import type { Action } from '#shared/declaration/action.ts';
import type { Database } from '#server/db/schema.ts';
import { idempotencyKeyOf } from '#server/idempotency/idempotencyKeyOf.ts';
import { route, type Route } from '#server/http/Route.ts';
import { actorOf, seenBy, type CallMeans, type Served } from '../CallMeans.ts';
import type { ActionHandler } from '../ResourceBackend.ts';
import { readValues } from '../write/readValues.ts';
import { withKnownRecords } from '../write/withKnownRecords.ts';
import { actionEffect } from './actionEffect.ts';
import { bodySchema } from './bodySchema.ts';
import { onceForKey } from './onceForKey.ts';
import { presentingConflict } from './presentingConflict.ts';
import { idParamsSchema } from './readRoutes.ts';

/** Records that one call may change: as many as a list may show at once. */
const MAX_BULK = 1_000;

const idsSchema = z.object({ ids: z.array(z.string().max(128)).min(1).max(MAX_BULK) });
const recordLike = z.looseObject({ id: z.string() });

/** The declared actions that something here carries out. */
export function actionRoutes(served: Served, means: CallMeans): Route[] {
  return served.resource.actions.flatMap((action) => {
    const effect = actionEffect(served, action, means.clock);
    return effect ? [actionRoute(served, action, effect, means)] : [];
  });
}

/** The form is checked before payment password and code, so that a slip in it costs no try. */
function actionRoute({ resource }: Served, action: Action, effect: ActionHandler, means: CallMeans): Route {
  const { form, idempotent, method, path } = action;
  return route(callOf(resource.name, action), async ({ session, params, body, request }) => {
    const { merchantId, userId, permissions } = session;
    const key = idempotent ? idempotencyKeyOf(request.headers) : null;
    const seen = seenBy(session, resource);
    const visible = seen.visible.actions.find(({ key: other }) => other === action.key)?.form ?? [];
    const read = readValues({ fields: form, visible, current: null }, formOf(action, body));
    const values = await withKnownRecords(means, merchantId, form, read);
    if (action.payPassword) await means.checkPayPassword(merchantId, userId, body['pay_password']);
    if (action.totp) await means.checkTotp(merchantId, userId, body['totp_code']);

    const ids = idsOf(action, params, body);
    const run = (tx: Transaction<Database>) =>
      effect(tx, { actor: actorOf(session, request), permissions, action, ids, values });
    const call = { session, key, route: `${method} /${path} ${ids.join(',')}`, body };
    const answer = await presentingConflict(seen, () => onceForKey(means, call, z.unknown(), run));
    const record = recordLike.safeParse(answer);
    return record.success ? seen.present(record.data) : answer;
  });
}

function callOf(name: string, action: Action) {
  const { key, method, path, permission, scope, form, idempotent } = action;
  const confirmed = confirmedBy(action).map((source): [string, z.ZodType] => [
    source,
    z.unknown().meta({ type: 'string' }),
  ]);
  const asked = bodySchema(form, 'create').extend(Object.fromEntries(confirmed));
  return defineCall({
    ...{ id: `${name}.${key}`, method, path: `/${path}`, summary: `Action ${key} of ${name}`, access: { permission } },
    ...(scope === 'row' ? { params: idParamsSchema } : {}),
    ...(idempotent ? { idempotencyKey: 'required' as const } : {}),
    body: scope === 'bulk' ? asked.extend(idsSchema.shape) : asked,
    data: z.unknown(),
  });
}

/** Each record once, in the order chosen. */
function idsOf({ scope }: Action, params: unknown, body: unknown): string[] {
  if (scope === 'row') return [idParamsSchema.parse(params).id];
  return scope === 'bulk' ? [...new Set(idsSchema.parse(body).ids)] : [];
}

/** What shows that it is the user who asks, beside the form. */
function confirmedBy({ payPassword, totp }: Action): string[] {
  return [...(payPassword ? ['pay_password'] : []), ...(totp ? ['totp_code'] : [])];
}

function formOf(action: Action, body: Readonly<Record<string, unknown>>) {
  const around = [...confirmedBy(action), ...(action.scope === 'bulk' ? ['ids'] : [])];
  return Object.fromEntries(Object.entries(body).filter(([source]) => !around.includes(source)));
}
