import type { Transaction } from 'kysely';
import { z } from 'zod';
import { defineCall } from '#shared/contract/call.ts';
import type { Action } from '#shared/declaration/action.ts';
import { checkValue } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/schema.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import { route, type Route } from '#server/http/Route.ts';
import { idempotencyKeyOf } from '#server/idempotency/idempotently.ts';
import { actorOf, seenBy, type CallMeans, type Served } from '../CallMeans.ts';
import type { Values } from '../RecordSource.ts';
import type { ActionHandler } from '../ResourceBackend.ts';
import { readValues, canonicalValue } from '../write/readValues.ts';
import { withKnownRecords } from '../write/withKnownRecords.ts';
import { bodySchema } from './bodySchema.ts';
import { onceForKey } from './onceForKey.ts';
import { presentingConflict } from './presentingConflict.ts';
import { idParamsSchema } from './readRoutes.ts';

/** What the placeholders of an action's `set` stand for. */
interface SetContext {
  /** The fields of the action's form, checked. */
  form: Values;
  userId: string;
  now: Date;
}

const FORM = /^\$form\.(.+)$/;

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
    id: `${name}.${key}`,
    method,
    path: `/${path}`,
    summary: `Action ${key} of ${name}`,
    access: { permission },
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

/**
 * What an action does: what code has for it, else giving fields new values as its declaration says. Undefined when
 * there is neither. A row's action answers with the record, one for several with how many.
 */
function actionEffect({ resource, backend }: Served, action: Action, clock: Clock): ActionHandler | undefined {
  const handler = backend.actions?.[action.key];
  if (handler) return handler;
  const { set } = action;
  const write = backend.writer?.set;
  if (!set || !write || action.scope === 'list') return undefined;
  return async (tx, { actor, ids, values }) => {
    const context = { form: values, userId: actor.userId, now: clock.now() };
    const change = {
      values: setValues(set, resource.fields, context),
      when: action.when,
      action: `${resource.name}.${action.key}`,
    };
    const records = await write(actor, ids, change, tx);
    return action.scope === 'row' ? records[0] : { done: records.length };
  };
}

/**
 * The values that an action gives to fields: what is written in its `set`, with `$form.x`, `$now` and `$user` filled
 * in. They must fit the fields that they are given to, whatever the form let through.
 * @throws ValidationError naming the form's field, or else the field that is set
 */
function setValues(set: NonNullable<Action['set']>, fields: readonly Field[], context: SetContext): Values {
  const errors: Record<string, Message> = {};
  const values: Record<string, unknown> = {};
  for (const [source, given] of Object.entries(set)) {
    const field = fields.find((one) => one.source === source);
    if (!field) continue; // the checker knows: such a file is not used
    const value = filledIn(field, given, context);
    const problem = checkValue(field, value);
    if (problem) errors[FORM.exec(String(given))?.[1] ?? source] = problem;
    values[source] = canonicalValue(field, value);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return values;
}

function filledIn(field: Field, given: unknown, { form, userId, now }: SetContext): unknown {
  if (given === '$now') return field.type === 'date' ? now.toISOString().slice(0, 10) : now.toISOString();
  if (given === '$user') return userId;
  const fromForm = typeof given === 'string' ? FORM.exec(given)?.[1] : undefined;
  return fromForm === undefined ? given : (form[fromForm] ?? null);
}
