import type { SortPayload } from 'react-admin';

/** react-admin's hooks replace a missing order by a default, so the absence of an order has its own value. */
const NONE: SortPayload = { field: '', order: 'ASC' };

/** Converts a list's order for react-admin's hooks. Null means that no order is requested from the back end. */
export function sortOrNone(sort: SortPayload | null): SortPayload {
  return sort ?? NONE;
}

/** The requested order, or null if there is none. */
export function requestedSort(sort: SortPayload | undefined): SortPayload | null {
  return sort === undefined || sort.field === '' ? null : sort;
}
