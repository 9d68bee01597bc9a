import { z } from 'zod';
import { defineCall, fileDataSchema } from './call.ts';
import { exportQuerySchema } from '@merchant-console/protocol';

/** Unfinished tasks that a user may have. */
export const MAX_UNFINISHED = 10;

/** Number of tasks in one response. */
export const TASKS_LISTED = 50;

/** How long a finished task and its file are kept. */
export const TASK_KEPT_HOURS = 24;

const taskStatusSchema = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export type TaskStatus = z.infer<typeof taskStatusSchema>;

const count = z.int().min(0);

export const taskSchema = z.object({
  id: z.uuid(),
  kind: z.literal('export'),
  /** Name of the exported resource. */
  resource: z.string(),
  /** Title of its list, in the language of the request. */
  title: z.string(),
  query: exportQuerySchema,
  status: taskStatusSchema,
  done_rows: count,
  /** Null until the rows have been counted. */
  total_rows: count.nullable(),
  /** Null until it is complete. `size` in bytes. */
  file: z.object({ name: z.string(), size: count }).nullable(),
  /** Why it failed, in the language of the request. */
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  /** When the task and its file are deleted; null until it is finished. */
  expires_at: z.iso.datetime().nullable(),
});
export type Task = z.infer<typeof taskSchema>;

const id = z.object({ id: z.string().max(64) });

export const beginTask = defineCall({
  id: 'beginTask',
  method: 'POST',
  path: '/tasks',
  status: 201,
  summary: 'Start an export in the background; requires the permission `<resource>.export`',
  idempotencyKey: 'required',
  access: 'session',
  body: z.strictObject({ kind: z.literal('export'), resource: z.string().max(80), query: exportQuerySchema }),
  data: taskSchema,
});

export const tasks = defineCall({
  id: 'tasks',
  method: 'GET',
  path: '/tasks',
  access: 'session',
  summary: `List the signed-in user's newest tasks, at most ${TASKS_LISTED}, newest first`,
  inBackground: true,
  data: z.object({ items: z.array(taskSchema) }),
});

export const taskFile = defineCall({
  id: 'taskFile',
  method: 'GET',
  path: '/tasks/:id/file',
  download: '*/*',
  access: 'session',
  summary: `Download the file of a task; available for ${TASK_KEPT_HOURS} hours after completion`,
  params: id,
  data: fileDataSchema,
});

export const cancelTask = defineCall({
  id: 'cancelTask',
  method: 'POST',
  path: '/tasks/:id/cancel',
  access: 'session',
  summary: 'Cancel a task; has no effect on a finished one',
  params: id,
  data: taskSchema,
});

export const removeTask = defineCall({
  id: 'removeTask',
  method: 'DELETE',
  path: '/tasks/:id',
  access: 'session',
  summary: 'Delete a task and its file; an unfinished task is cancelled first',
  params: id,
  data: z.null(),
});
