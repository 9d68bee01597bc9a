import type { PeriodName, Summary } from '@merchant-console/protocol';
import type { ChildrenField, CreateStep, Field, Predicate, SetValue } from '@merchant-console/declaration';
import type { AuditActor } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Condition } from './compileFilter.ts';
import type { ListQuery } from './listQuery.ts';

/** A record in API form: amounts as digits, times in ISO 8601 UTC, without the tenant. */
export type WireRecord = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Columns to sum. */
export interface Sums {
  columns: readonly Field[];
  /** All fields of the resource, because predicates that decide which rows count refer to them. */
  fields: readonly Field[];
  /** Column with few values by which sums are grouped, or null. */
  tab: string | null;
  /** How rows are also counted and summed in groups. */
  by?: Grouping | null;
}

/** Groups of rows by a column. */
export interface Grouping {
  field: Field;
  /** Of a date or time. */
  per: PeriodName | null;
  /** IANA time zone in which the periods of a time begin. */
  zone: string;
}

/** Reads the records of a resource. Every function takes the tenant first. */
export interface RecordSource {
  list(merchantId: string, query: ListQuery): Promise<{ records: WireRecord[]; total: number }>;
  one(merchantId: string, id: string): Promise<WireRecord | undefined>;
  /** @param sums columns to sum over all matching rows, in addition to counting them */
  summary(merchantId: string, conditions: Condition[], sums?: Sums): Promise<Summary>;
  /**
   * All records of a query in its order, in slices, so that a million fit into constant memory. Paged by keyset, not
   * offset: concurrent inserts may be missed, but no row is returned twice.
   */
  slices(merchantId: string, query: Pick<ListQuery, 'conditions' | 'sort'>): AsyncIterable<WireRecord[]>;
  /** Columns that filters and sorts may use. Declarations that name others are rejected. */
  readonly columns: ReadonlySet<string>;
}

/** The acting user, for the audit log. */
export interface Actor {
  merchantId: string;
  userId: string;
  ip: string;
  userAgent: string | null;
  /** The user's current permissions, on which conditions may depend. Default: none. */
  permissions?: ReadonlySet<string>;
}

/** Who writes: a user, or the server itself. */
export type Author = AuditActor & Pick<Actor, 'permissions'>;

/** Validated values in API form. */
export type Values = Readonly<Record<string, unknown>>;

/** A record and the revision that the caller has seen. */
export interface Target {
  id: string;
  /** Null skips the check of the revision. */
  revision: number | null;
}

/** A declared action, and what its caller entered. */
export interface Acting {
  set: Readonly<Record<string, SetValue>> | null;
  create: readonly CreateStep[] | null;
  /** Must hold for each record. */
  when: Predicate | null;
  /** Action of the audit entry, such as `suppliers.disable`. */
  action: string;
  /** Values of the form's fields that the caller may see; null for fields left empty. */
  form: Values;
  /** Sources of the record's fields that the caller may see; null for all. */
  seen: ReadonlySet<string> | null;
}

/** The next records of a tenant for a scheduled action. */
export interface Slice {
  merchantId: string;
  /** ID of the last record of the slice before, or null for the first slice. */
  after: string | null;
  /** Maximum number of records. */
  most: number;
}

/** Where a record is moved to. */
export interface Destination {
  /** ID of the record above it, or null for the top. Absent if the records form no tree. */
  parent?: string | null;
  /** ID of the record before it, or null for the first place. Undefined for the last. */
  after: string | null | undefined;
}

/** Changes of the records that belong to another one, its lines. */
export interface LineChanges {
  /** The declared field of the other record, its owner. */
  field: ChildrenField;
  /** The lines to keep in their new order. Lines of the owner that aren't named keep their values and places. */
  kept: readonly KeptLine[];
  deleted: readonly DeletedLine[];
}

interface KeptLine {
  /** Null for a new line. */
  target: Target | null;
  /** Validated values. Those of an existing line stay unchanged if they are missing. */
  values: Values;
  /** Index in the call, for messages. */
  at: number;
}

interface DeletedLine {
  target: Target;
  at: number;
}

/**
 * Runs in the transaction of a write, once the record is written and locked, and before its response is read.
 * @param id of the record
 */
export type Within = (tx: Tx, id: string) => Promise<void>;

/**
 * Writes records. Each write is one transaction with its audit entry.
 *
 * All functions throw NotFoundError if the tenant has no such record, ConflictError (with the current record) if the
 * revision is outdated, and ValidationError if a unique value belongs to another record.
 */
export interface RecordWriter {
  /**
   * Takes numbers for a new record, for `create`, in statements of their own, so that other creations don't wait until
   * this one is committed. Absent if no field is numbered, or none may have gaps.
   */
  drawNumbers?(actor: Actor): Promise<Values>;
  /**
   * Assigns the numbers that `values` lacks.
   * @param tx the transaction to join, such as that of an idempotent call
   */
  create(tx: Tx, actor: Actor, values: Values, within?: Within): Promise<WireRecord>;
  /** Fields missing in `values` stay unchanged. */
  update(actor: Actor, target: Target, values: Values, within?: Within): Promise<WireRecord>;
  /**
   * Writes records of this resource that belong to another one, whose row must be locked. Each is checked and logged as
   * by the other functions. Also numbers are checked: those of the declared field.
   * @param owner ID of the other record
   * @throws {LineError} for the first line that can't be written
   */
  writeLines(tx: Tx, actor: Actor, owner: string, changes: LineChanges): Promise<void>;
  /** The actor also needs the permission to delete the records that are deleted with this one. */
  remove(actor: Actor, target: Target): Promise<WireRecord>;
  /**
   * Executes a declared action on several records, all or nothing. If its condition doesn't hold for one, a ConflictError
   * names it.
   * @param tx the transaction to join, such as that of an idempotent call
   * @param ids none for an action on the list, which creates its records once
   * @throws {ValidationError} on the form's field that leads to an invalid value, or on the field that gets it
   */
  act(tx: Tx, actor: Actor, ids: readonly string[], acting: Acting): Promise<WireRecord[]>;
  /** Executes a scheduled action on some records, see `scheduled.ts`. */
  actOnSlice(tx: Tx, acting: Acting, slice: Slice): Promise<{ last: string | null; changed: number }>;
  /**
   * Moves a record in its tree, and in its order.
   * @throws {ConflictError} `arrangement_changed` if the record to place it after isn't there any more
   */
  arrange(actor: Actor, id: string, to: Destination): Promise<WireRecord>;
  /** The full value of a masked field. Writes an audit entry. */
  reveal(actor: Actor, id: string, source: string): Promise<string | null>;
}
