import type { Generated } from 'kysely';
import type { IMPORT_MODES, IMPORT_STATUSES, ImportCounts } from '#shared/contract/imports.ts';
import type { SheetReading } from '#shared/contract/sheets.ts';
import type { Message } from '#shared/menus/Message.ts';
import type { Language } from '@merchant-console/declaration/languages';
import type { Job, Json, Keyed } from './columns.ts';

/** A file that a user imports into a stored resource. */
export interface ImportsTable extends Keyed {
  user_id: string;
  resource: string;
  file_name: string;
  language: Language;
  ip: string;
  user_agent: string | null;
  reading: Json<SheetReading>;
  columns: Json<readonly { heading: string; source: string | null }[]>;
  status: (typeof IMPORT_STATUSES)[number];
  /** Null if it isn't applied yet. */
  mode: (typeof IMPORT_MODES)[number] | null;
  /** Null while a run changes them. */
  counts: Json<ImportCounts> | null;
  /** Number of the current run. Runs of a lower number may no longer write. */
  attempt: Generated<number>;
  created_at: Date;
  /** When its rows are deleted. */
  expires_at: Date;
}

export interface ImportRowsTable {
  merchant_id: string;
  import_id: string;
  /** In the file. */
  line: number;
  /** Encrypted JSON. */
  cells: string;
  is_checked: boolean;
  problems: Json<Readonly<Record<string, readonly Message[]>>>;
  /** `<place of the unique values>:<line of another row with the same ones>`, or null. */
  repeats: string | null;
  /** Digests of its unique values. */
  keys: string[];
  act: 'create' | 'update' | 'same' | null;
  record_id: string | null;
  revision: number | null;
  outcome: 'created' | 'updated' | 'same' | 'refused' | 'undone' | 'kept' | null;
  /** Encrypted JSON of the values that an update has replaced. */
  before: string | null;
}

export interface ImportJobsTable extends Job {
  import_id: string;
}
