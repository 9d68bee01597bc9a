import { NIL, validate } from 'uuid';

/** Returns an ID to search for. Texts that aren't IDs become one that no row has, because PostgreSQL rejects them. */
export function idOrNone(text: string): string {
  return validate(text) ? text : NIL;
}
