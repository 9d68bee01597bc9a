import type { Action } from '#shared/declaration/action.ts';
import type { Clock } from '#server/clock.ts';
import type { Served } from '../CallMeans.ts';
import type { ActionHandler } from '../ResourceBackend.ts';
import { setValues } from '../write/setValues.ts';

/**
 * What an action does: what code has for it, else giving fields new values as its declaration says. Undefined when
 * there is neither. A row's action answers with the record, one for several with how many.
 */
export function actionEffect({ resource, backend }: Served, action: Action, clock: Clock): ActionHandler | undefined {
  const handler = backend.actions?.[action.key];
  if (handler) return handler;
  const { set } = action;
  const write = backend.writer?.set;
  if (!set || !write || action.scope === 'list') return undefined;
  return async (tx, { actor, ids, values }) => {
    const context = { form: values, userId: actor.userId, now: clock.now() };
    const change = {
      values: setValues(set, resource.fields, context),
      ...{ when: action.when, action: `${resource.name}.${action.key}` },
    };
    const records = await write(actor, ids, change, tx);
    return action.scope === 'row' ? records[0] : { done: records.length };
  };
}
