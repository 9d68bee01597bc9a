import { answeringWith } from '#server/resources/answeringWith.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import type { Batches } from './service.ts';

/** What is offered beside any batch that is still a draft; the rest has calls of its own. */
export function batchActions(batches: Batches): Actions {
  const onOne = answeringWith('batch_transfers');
  return {
    discard: onOne((tx, { actor, ids: [id = ''] }) => batches.discard(tx, actor, id)),
    recheck: onOne((tx, { actor, ids: [id = ''] }) => batches.recheck(tx, actor, id)),
  };
}
