import type { Clock } from '#server/clock.ts';
import type { NotifiedResource } from '#server/db/schema.ts';
import { answeringWith } from '#server/resources/answeringWith.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { sendAgain } from './service.ts';

/** @param view table or view that the resource is read from */
export function notifyActions(clock: Clock, resource: NotifiedResource, view: string): Actions {
  return {
    notify: answeringWith(view)(async (tx, { actor, ids: [id = ''] }) => {
      await sendAgain(tx, actor, { resource, id, at: clock.now() });
      return { id };
    }),
  };
}
