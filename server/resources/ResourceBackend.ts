import type { RawBuilder } from 'kysely';
import type { DeletionEffect } from '@merchant-console/protocol';
import type { CallSide } from '#shared/contract/call.ts';
import type { Resource } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import type { Tx } from '#server/db/schema.ts';
import type { Session } from '#server/http/session.ts';
import type { WithLanguage } from '#server/i18n/translators.ts';
import type { RecordImporter } from './RecordImporter.ts';
import type { Actor, RecordSource, RecordWriter, Values, WireRecord } from './RecordSource.ts';

/** Arguments of an action in code. Permission, form and payment password have been checked. */
export interface ActionCall {
  actor: Actor;
  /** Permissions of the actor when the call arrived. */
  permissions: ReadonlySet<string>;
  /** @throws {ConfirmationRequiredError} if the user must confirm the session first */
  assertConfirmed(this: void): void;
  /** ID of the row, or of the first selected one; '' for the list. */
  id: string;
  /** One ID for a row, the selected ones for several rows, none for the list. */
  ids: readonly string[];
  /** Values of the action's form. */
  values: Values;
  /** Language of the request. */
  language: Language;
}

/** Runs an action in the given transaction and returns the response, as JSON. Throws errors of server/errors.ts. */
export type ActionHandler = (tx: Tx, call: ActionCall) => Promise<unknown>;

/** Handlers of a resource's actions, by the action's key. */
export type Actions = Readonly<Record<string, ActionHandler>>;

/** Long work before an action, in transactions of its own, see `onceForKey`. */
export type Preparation = (call: ActionCall) => Promise<void>;

/** Who reads a record. */
export interface Reader {
  actor: Actor;
  permissions: ReadonlySet<string>;
  request: WithLanguage;
}

/** Who reads, as far as conditions on records depend on it. */
export type Viewer = Pick<Actor, 'merchantId' | 'userId' | 'permissions'>;

/** Effect of a deletion on other records than the requested ones. */
export interface Effect extends Pick<DeletionEffect, 'effect' | 'count'> {
  resource: Resource;
  /** True if the actor may not see these records. Their number is 1, whatever it is. */
  isHidden?: boolean;
}

/** The back end of a resource: reads and writes its records. */
export interface ResourceBackend {
  source: RecordSource;
  /** True if exports name referenced records also to those who may not list them. */
  namesForAll?: boolean;
  /** Side of the resource's calls, see `Call`. */
  side?: CallSide;
  /**
   * Restricts the source to the records that a session may see, if that isn't all of the tenant's, or presents them in
   * the language of the request.
   */
  sourceFor?(session: Session, request: WithLanguage): RecordSource;
  /** Restricts the source to the records that the actor may see by the declaration's `records`. */
  seenBy?(actor: Viewer): RecordSource;
  /** Query of the IDs of those records, as a condition on the other side's ID; null if all may be seen. */
  isSeen?(actor: Viewer, id: RawBuilder<unknown>): Promise<RawBuilder<boolean> | null>;
  /** Values of the `recordOnly` fields, and newer ones of others, loaded when a single record is shown. */
  details?(merchantId: string, record: WireRecord, reader: Reader): Promise<Readonly<Record<string, unknown>>>;
  /** The supported writes. A declaration that allows an operation without its function is rejected. */
  writer?: Partial<RecordWriter>;
  /** Writes many records by a file. Absent if the declaration has no import. */
  importer?: RecordImporter;
  /** What deleting records would do to others. IDs without a record are ignored. */
  effectsOfDeleting?(actor: Actor, ids: readonly string[]): Promise<Effect[]>;
  /** Writes and actions, by the action's key, that need a confirmed session: see `stepUp` of `Call`. */
  stepUp?: readonly string[];
  /** Actions that need one with some values: their handlers call `assertConfirmed`. */
  sometimesStepUp?: readonly string[];
  actions?: Actions;
  /** Preparations of some actions, by the action's key. */
  preparations?: Readonly<Record<string, Preparation>>;
}

/** A problem of a declaration that only the server can detect. Its text is `declaration.problems.<id>`. */
export interface ServerFinding {
  /** Stable: `S1..` from the registry, `S2..` from the storage. */
  id: string;
  severity: 'error' | 'warning';
  /** Keys and indexes from the root of the file. */
  path: readonly (string | number)[];
  args: Record<string, string | number>;
}

/** Creates tables for resources with `"storage": "table"`. */
export interface ResourceStorage {
  /**
   * Migrates the table of a resource to its declaration. Several servers may call it at once.
   * @returns errors that explain why the table wasn't changed; empty if it matches the declaration
   */
  prepare(resource: Resource): Promise<ServerFinding[]>;
  /** Forgets the other resources, whose files are gone. Their records no longer affect those of these resources. */
  retain(names: ReadonlySet<string>): void;
  open(resource: Resource): ResourceBackend;
}
