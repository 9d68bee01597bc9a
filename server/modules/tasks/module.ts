import * as calls from '#shared/contract/tasks.ts';
import { nameIn } from '#server/http/disposition.ts';
import { idempotencyKeyOf, onceForKey } from '#server/resources/idempotently.ts';
import { languageOf, type WithLanguage } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { titleNamed } from '#server/resources/export/fileName.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { createTaskWorker } from './createTaskWorker.ts';
import { createTasks, type TaskRow } from './service.ts';
import { forgetExpiredTasks } from './taskFiles.ts';

/** Exports in the background. */
export const tasksModule: Module = {
  routes(router, services) {
    const tasks = createTasks(services);
    const present = presenter(services);

    router.signedIn(calls.beginTask, ({ session, body, request }) => {
      const call = { session, key: idempotencyKeyOf(request.headers), route: 'POST /tasks', body };
      const actor = actorOf(session, request);
      const begun = { ...body, language: languageOf(request) };
      return onceForKey(services, call, calls.taskSchema, async (tx) =>
        present(request)(await tasks.begin(tx, session, actor, begun)),
      );
    });

    router.signedIn(calls.tasks, async ({ session, request }) => ({
      items: (await tasks.list(session)).map(present(request)),
    }));

    router.signedIn(calls.taskFile, ({ session, params: { id } }) => tasks.file(session, id));

    router.signedIn(calls.cancelTask, async ({ session, params: { id }, request }) =>
      present(request)(await tasks.cancel(session, id)),
    );

    router.signedIn(calls.removeTask, async ({ session, params: { id } }) => {
      await tasks.remove(session, id);
      return null;
    });
  },

  workers: (services) => [createTaskWorker(services)],

  maintain: forgetExpiredTasks,
};

/** Presents tasks in the language of a request. */
function presenter({ registry, translators, translateError }: Services) {
  return (request: WithLanguage) => {
    const language = languageOf(request);
    const words = { language, translate: translators[language] };
    const reasonOf = translateError(request);

    return (row: TaskRow): calls.Task => {
      const { id, kind, resource, query, status, done_rows, total_rows } = row;
      const { file_size, disposition, error, error_args, created_at, finished_at, expires_at } = row;
      return {
        id,
        kind,
        resource,
        title: titleNamed(registry, resource, words),
        query,
        status,
        done_rows,
        total_rows,
        file: status === 'done' ? { name: nameIn(disposition ?? ''), size: Number(file_size) } : null,
        error: error === null ? null : reasonOf(error, error_args ?? {}),
        created_at: created_at.toISOString(),
        finished_at: finished_at?.toISOString() ?? null,
        expires_at: expires_at?.toISOString() ?? null,
      };
    };
  };
}
