import { type AuditEvent, recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { type Event, moneyRecordArgs, notify, settle, type Settlement } from '../notifications/service.ts';
import type { PaymentRequest } from './newRequest.ts';

/** What others learn of a payment request: its notifications and its audit entries. */
export function createRequestEvents(clock: Clock) {
  function notifyUsers(tx: Tx, row: PaymentRequest, whom: Pick<Event, 'kind' | 'userIds' | 'except'>): Promise<void> {
    const data = moneyRecordArgs('payment_requests', row, row.request_no);
    return notify(tx, { merchantId: row.merchant_id, data, at: clock.now(), ...whom });
  }

  function settled(tx: Tx, by: Actor, row: PaymentRequest, outcome: Settlement['outcome']): Promise<void> {
    const of = { merchantId: row.merchant_id, kind: 'payment_request_waiting', recordId: row.id } as const;
    return settle(tx, { ...of, outcome, by, at: clock.now() });
  }

  function decidedAt() {
    const at = clock.now();
    return { decided_at: at, updated_at: at };
  }

  function audit(
    tx: Tx,
    actor: Actor,
    { verb, row, ...sides }: { verb: string; row: PaymentRequest } & Pick<AuditEvent, 'before' | 'after'>,
  ): Promise<void> {
    const event = { actor, action: `payment_requests.${verb}`, recordId: row.id, ...sides, at: clock.now() };
    return recordAudit(tx, event);
  }

  return { notifyUsers, settled, decidedAt, audit };
}
