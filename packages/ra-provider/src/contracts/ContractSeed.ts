import type { FilterPayload, Identifier, RaRecord } from 'react-admin';

/** The back end's data before each case, and what queries of them must return. */
export interface ContractSeed {
  resource: string;
  /** A field with a different value in each record. */
  sortField: string;
  /** All records as the provider must return them, ascending by `sortField`. At least 4. */
  records: readonly RaRecord[];
  /** Filters with the IDs of the matching records. */
  filters: readonly { filter: FilterPayload; ids: readonly Identifier[] }[];
  /** A filter without matches. */
  emptyFilter: FilterPayload;
  /** A field that references another resource, a value of it, and the IDs of at least 2 records with that value. */
  reference: { target: string; id: Identifier; ids: readonly Identifier[] };
  /** An ID without a record, in the usual format. */
  missingId: Identifier;
  /** For providers that write: a new record without ID, and changes that differ from all records of the seed. */
  writing?: { draft: Record<string, unknown>; change: Record<string, unknown> };
}
