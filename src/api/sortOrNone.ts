import type { SortPayload } from 'react-admin';

/** react-admin's hooks fill in an order where they are given none, so the absence of one has a value of its own. */
const NONE: SortPayload = { field: '', order: 'ASC' };

/** Order of a list for react-admin's hooks; null: the back end is asked for none. */
export function sortOrNone(sort: SortPayload | null): SortPayload {
  return sort ?? NONE;
}

/** The order that was asked for, or null if there is none. */
export function sortAsked(sort: SortPayload | undefined): SortPayload | null {
  return sort === undefined || sort.field === '' ? null : sort;
}
