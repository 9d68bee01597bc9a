import type { Transaction } from 'kysely';
import type { FileValue } from '#shared/declaration/fileValue.ts';
import type { Action } from '#shared/declaration/action.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Database } from '#server/db/schema.ts';
import type { Upload } from '#server/files/fileStore.ts';
import type { Session } from '#server/http/session.ts';
import type { Actor, RecordSource, RecordWriter, Values, WireRecord } from './RecordSource.ts';

/** What an action of a resource that code owns is asked to do; rights, form and payment password have been checked. */
export interface ActionCall {
  actor: Actor;
  /** What the actor may do, as it was when the call came in. */
  permissions: ReadonlySet<string>;
  action: Action;
  /** One for a row, those chosen for several, none for the list. */
  ids: readonly string[];
  /** The fields of the action's form. */
  values: Values;
}

/** Does it within the transaction given and returns the answer, as JSON. Throws the errors of server/errors.ts. */
export type ActionHandler = (tx: Transaction<Database>, call: ActionCall) => Promise<unknown>;

/** What can be done with the records of a resource, by the key of the action. */
export type Actions = Readonly<Record<string, ActionHandler>>;

/** Where the records of one resource come from and go to. */
export interface ResourceBackend {
  source: RecordSource;
  /** Where not all of a tenant's records are for all who may list them: those that somebody sees. */
  sourceFor?(session: Session): RecordSource;
  /** Values of the fields with `recordOnly`: asked for when one record is shown. */
  details?(merchantId: string, record: WireRecord): Promise<Readonly<Record<string, unknown>>>;
  /** Those writes that there are: an operation without its function here is refused when the file is read. */
  writer?: Partial<RecordWriter>;
  actions?: Actions;
}

/** Something about a declaration that only the server can see; its text is `declaration.problems.<id>`. */
export interface ServerFinding {
  /** Stable: `S1..` of the registry, `S2..` of the storage. */
  id: string;
  severity: 'error' | 'warning';
  /** Keys and indexes from the root of the file. */
  path: readonly (string | number)[];
  args: Record<string, string | number>;
}

/** Makes tables for the resources with `"storage": "table"`. */
export interface ResourceStorage {
  /**
   * Brings the table of a resource up to its declaration; several servers may do so at once.
   * @returns errors that say why it was left as it is, or nothing when it fits
   */
  prepare(resource: Resource): Promise<ServerFinding[]>;
  open(resource: Resource): ResourceBackend;
}

/** One thing that was done with a record; `changes` by field, values as shown. */
export interface TimelineEntry {
  id: string;
  action: string;
  actor: string | null;
  /** ISO 8601 UTC */
  at: string;
  changes: { source: string; before: unknown; after: unknown }[];
}

/** What has been done with a record, the newest first. */
export type ReadTimeline = (merchantId: string, resource: string, id: string) => Promise<TimelineEntry[]>;

/** Bytes that people give to fields of the types file and image. */
export interface FileStore {
  /** @throws ValidationError on the field for a file that is empty, too large or of a type that it does not take */
  save(actor: Actor, upload: Upload): Promise<FileValue>;
  /** What is stored under an id of the tenant; undefined when nothing is. */
  find(merchantId: string, id: string): Promise<FileValue | undefined>;
  read(merchantId: string, id: string): Promise<Buffer | undefined>;
}
