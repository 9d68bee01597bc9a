import type { Generated } from 'kysely';
import type { ExportQuery } from '@merchant-console/protocol';
import type { TaskStatus } from '#shared/contract/tasks.ts';
import type { Language } from '@merchant-console/declaration/languages';
import type { Job, Json, Keyed } from './columns.ts';

/** Data beside the records: audit log, files, idempotency keys, tasks, tables of declarations. */

export interface IdempotencyKeysTable {
  merchant_id: string;
  user_id: string;
  route: string;
  key: string;
  body_hash: string;
  answer: Json<unknown>;
  created_at: Date;
  expires_at: Date;
}

export interface AuditLogsTable extends Keyed {
  seq: bigint;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  resource: string;
  record_id: string;
  before: Json<Readonly<Record<string, unknown>> | null>;
  after: Json<Readonly<Record<string, unknown>> | null>;
  ip: string | null;
  user_agent: string | null;
  at: Date;
  previous_hash: string;
  hash: string;
}

export interface AuditHeadsTable {
  merchant_id: string;
  seq: bigint;
  hash: string;
}

export interface FilesTable extends Keyed {
  resource: string;
  source: string;
  record_id: string | null;
  name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  sha256: string;
  /** The whole content, for files uploaded before there were parts. */
  bytes: Uint8Array | null;
  uploaded_by: string;
  created_at: Date;
}

export interface FilePartsTable {
  merchant_id: string;
  file_id: string;
  /** From 0. */
  part_no: number;
  bytes: Uint8Array;
}

/** An export in the background. */
export interface TasksTable extends Keyed {
  user_id: string;
  kind: 'export';
  resource: string;
  query: Json<ExportQuery>;
  language: Language;
  ip: string;
  user_agent: string | null;
  status: Generated<TaskStatus>;
  /** Number of the current run. Runs of a lower number may no longer write. */
  attempt: Generated<number>;
  /** In the audit log. */
  is_recorded: Generated<boolean>;
  done_rows: Generated<number>;
  /** Null if they aren't counted yet. */
  total_rows: Generated<number | null>;
  /** In bytes. */
  file_size: Generated<bigint>;
  media_type: Generated<string | null>;
  /** Content-Disposition of the file. */
  disposition: Generated<string | null>;
  /** Permissions of the user when the file was made. */
  permissions: Json<readonly string[] | null>;
  /** Stable ID of the error. */
  error: Generated<string | null>;
  error_args: Json<Record<string, string | number> | null>;
  created_at: Date;
  finished_at: Generated<Date | null>;
  /** Null until it is finished. */
  expires_at: Generated<Date | null>;
}

export interface TaskPartsTable {
  merchant_id: string;
  task_id: string;
  attempt: number;
  /** From 0. */
  part_no: number;
  bytes: Uint8Array;
}

export interface TaskJobsTable extends Job {
  task_id: string;
}

/** Scheduled actions of declared resources. */
export interface SchedulesTable {
  merchant_id: string;
  id: string;
  resource: string;
  action: string;
  /** Time of day in the tenant's zone: `03:00`. */
  run_at: string;
  time_zone: string;
  /** The tenant's day of the next run, or of the one under way: `2026-03-08`. */
  next_on: string;
  /** The last record that the run under way has dealt with, or null. */
  after_id: Generated<string | null>;
  /** Null while no run is under way. */
  started_at: Generated<Date | null>;
  changed: Generated<number>;
  refused: Generated<number>;
  /** The last run; null before the first. */
  last_on: Generated<string | null>;
  last_changed: Generated<number | null>;
  last_refused: Generated<number | null>;
  finished_at: Generated<Date | null>;
}

export interface ScheduleJobsTable extends Job {
  schedule_id: string;
}

/** Monthly statements to send by email. */
export interface MailJobsTable extends Job {
  mail_id: string;
  user_id: string;
  kind: 'statement' | 'sign_in_locked' | 'enrolment_link' | 'power_gained';
  /** First day of a statement's month; null for other kinds. */
  month: string | null;
  /** Arguments of the message. */
  data: Json<Record<string, string>>;
  /** True if the audit log has the export of a statement. */
  is_recorded: boolean;
  created_at: Date;
}

export interface StoredResourcesTable {
  merchant_id: string;
  name: string;
  fields: Json<unknown>;
  /** Conditions that the records meet; null if unknown. */
  rules: Json<unknown> | null;
  updated_at: Date;
}

export interface ResourceEndpointsTable {
  merchant_id: string;
  endpoint: string;
  /** Name of the resource. */
  name: string;
  updated_at: Date;
}

export interface ChangesTable {
  merchant_id: string;
  id: Generated<string>;
  resource: string;
  user_id: string;
  at: Date;
}
