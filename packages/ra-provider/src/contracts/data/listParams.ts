import type { GetManyReferenceParams, PaginationPayload, SortPayload } from 'react-admin';
import type { ContractSeed } from '../ContractSeed.ts';

interface Part extends Partial<PaginationPayload> {
  order?: SortPayload['order'];
  filter?: GetManyReferenceParams['filter'];
}

/** Parameters of getList: all records of the seed on one page by default. */
export function listParams({ records, sortField }: ContractSeed, part: Part = {}) {
  const { page = 1, perPage = records.length, order = 'ASC', filter = {} } = part;
  return { pagination: { page, perPage }, sort: { field: sortField, order }, filter };
}
