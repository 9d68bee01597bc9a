import type { Predicate } from './predicate.ts';
import type { Resource } from './resource.ts';

/** Events of records that have no action's name. No action can have one of these as its key. */
export const RECORD_EVENTS = ['create', 'edit', 'delete'] as const;

/** What webhook endpoints can receive of a resource's records. */
interface Webhook {
  /** `RECORD_EVENTS` and keys of actions. */
  on: readonly string[];
  /** Condition for the record, or null for all. */
  when: Predicate | null;
}

export function webhooksOf({ declared }: Pick<Resource, 'declared'>): Webhook[] {
  return (declared.webhooks ?? []).map(({ on, when = null }) => ({ on, when }));
}

/** The events of a resource that webhook endpoints can receive, each once: `tickets.create`. */
export function webhookEventsOf(resource: Pick<Resource, 'name' | 'declared'>): string[] {
  return [...new Set(webhooksOf(resource).flatMap(({ on }) => on.map((verb) => `${resource.name}.${verb}`)))];
}
