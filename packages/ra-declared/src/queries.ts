import { ApiError } from '@merchant-console/ra-provider';

/**
 * Milliseconds after which a kept page refetches when the user returns to it. Until then it shows its old data. After
 * an hour, an old balance could be mistaken for a current one.
 */
export const KEPT_STALE_AFTER_MS = 60_000;

/** Mutation key of a record's deletion while it is in progress. */
export function deletionKey(resource: string, id: string | number): readonly unknown[] {
  return [resource, 'delete', String(id)];
}

/**
 * Retries once after a network error. Also passed to react-admin's record controllers, which don't retry by default.
 */
export function retryLostConnection(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.kind === 'network';
}
