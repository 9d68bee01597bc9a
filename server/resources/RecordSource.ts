import type { Transaction } from 'kysely';
import type { FieldProblem } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Predicate } from '#shared/declaration/predicate.ts';
import type { Summary } from '#shared/contract/listQuery.ts';
import type { Database } from '#server/db/schema.ts';
import type { Condition } from './compileFilter.ts';
import type { ListQuery } from './listQuery.ts';

/** A record as the wire has it: amounts as digits, times in ISO 8601 UTC, no tenant. */
export type WireRecord = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Columns whose sums are asked for. */
export interface Sums {
  columns: readonly Field[];
  /** Every field of the resource: predicates look at these to decide which rows count. */
  fields: readonly Field[];
  /** Column of few values by which the sums of what counts in every row are told apart; null: none. */
  tab: string | null;
}

/** Where the records of a resource are read from. Every function takes the tenant first. */
export interface RecordSource {
  list(merchantId: string, query: ListQuery): Promise<{ records: WireRecord[]; total: number }>;
  one(merchantId: string, id: string): Promise<WireRecord | undefined>;
  /** @param sums what is added up over all matching rows besides counting them */
  summary(merchantId: string, conditions: Condition[], sums?: Sums): Promise<Summary>;
  /**
   * All records of a query in its order, a slice at a time, so that a million fit into constant memory. Read by key and
   * not by offset: rows that come meanwhile may be missed, none is given twice.
   */
  slices(merchantId: string, query: Pick<ListQuery, 'conditions' | 'sort'>): AsyncIterable<WireRecord[]>;
  /** Columns that filters and sorts may name; a declaration that names another is refused. */
  readonly columns: ReadonlySet<string>;
}

/** Who writes, for the audit record. */
export interface Actor {
  merchantId: string;
  userId: string;
  ip: string;
  userAgent: string | null;
}

/** Values that were checked by their declaration, as on the wire. */
export type Values = Readonly<Record<string, unknown>>;

/** One record and the state of it that the caller has seen. */
export interface Target {
  id: string;
  /** null: whatever it is now. */
  revision: number | null;
}

/**
 * Where records are written. Each write is one transaction with its audit record.
 *
 * All throw NotFoundError for a record that is not the tenant's, ConflictError (with the record as it is now) for a
 * revision that is not the present one, and ValidationError for a value that another record has.
 */
export interface RecordWriter {
  /** @param tx the transaction to be part of, as of an idempotent call */
  create(tx: Transaction<Database>, actor: Actor, values: Values): Promise<WireRecord>;
  /** Fields that `values` lacks stay as they are. */
  update(actor: Actor, target: Target, values: Values): Promise<WireRecord>;
  remove(actor: Actor, target: Target): Promise<WireRecord>;
  /**
   * Gives fields of several records new values, in one transaction: of all or of none.
   * @param when must hold for each, or a ConflictError names the first for which it does not
   * @param change.action the audit record's name for it, such as `suppliers.disable`
   * @param tx the transaction to be part of, as of an idempotent call; one of its own when absent
   */
  set(
    actor: Actor,
    ids: readonly string[],
    change: { values: Values; when: Predicate | null; action: string },
    tx?: Transaction<Database>,
  ): Promise<WireRecord[]>;
  /** The whole of a masked value; written to the audit log. */
  reveal(actor: Actor, id: string, source: string): Promise<string | null>;
}

export type { FieldProblem };
