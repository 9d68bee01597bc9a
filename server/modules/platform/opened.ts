import type { Selectable } from 'kysely';
import type { ChannelsTable, Tx } from '#server/db/schema.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { secondOpinion } from '../operatorRequests/service.ts';

interface NewTerms {
  resource: 'platform_channels' | 'merchant_rates';
  id: string;
  tenantId: string | null;
  given: Pick<Selectable<ChannelsTable>, 'status'>;
  /** What the second operator sees. */
  after: Readonly<Record<string, unknown>>;
}

export const NO_WAIT = { row: {}, shown: {} };

/** Columns and fields of a new channel or rate that waits for a second operator; none if it doesn't. */
export async function opened(tx: Tx, actor: Actor, { resource, id, tenantId, given, after }: NewTerms, at: Date) {
  if (given.status === 'disabled') return NO_WAIT;
  const wanted = { status: 'enabled' };
  const act = { act: `${resource}.edit`, recordId: id, tenantId, money: null, wanted, before: null };
  const { waits } = await secondOpinion(tx, actor, { ...act, after: { ...after, ...wanted } }, at);
  if (waits === null) return NO_WAIT;
  return { row: { status: 'disabled' as const }, shown: { pending_change: waits } };
}
