import type { FilterPayload, Identifier, RaRecord } from 'react-admin';

/** What the back end holds before each case, and what is to be found in it. */
export interface ContractSeed {
  resource: string;
  /** A field that differs in every record. */
  sortField: string;
  /** All records there are, as the provider shall give them, ascending by `sortField`. At least 4. */
  records: readonly RaRecord[];
  /** Filters, each with the ids of the records it chooses. */
  filters: readonly { filter: FilterPayload; ids: readonly Identifier[] }[];
  /** A filter that chooses nothing. */
  emptyFilter: FilterPayload;
  /** A field that points to another resource, a value of it, and the ids of at least 2 records that have it. */
  reference: { target: string; id: Identifier; ids: readonly Identifier[] };
  /** An id, of the kind that ids are here, that no record has. */
  missingId: Identifier;
  /** For providers that write: a new record without id, and fields to change that no record of the seed has so. */
  writing?: { draft: Record<string, unknown>; change: Record<string, unknown> };
}
