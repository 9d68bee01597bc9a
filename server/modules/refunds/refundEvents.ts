import { recordAudit, type AuditActor, type AuditEvent } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import { moneyRecordArgs, notify, type Event } from '../notifications/service.ts';
import type { Refund } from './newRefund.ts';

/** What others learn of a refund: its notifications and its audit entries. */
export function createRefundEvents(clock: Clock) {
  function notifyUsers(tx: Tx, row: Refund, whom: Pick<Event, 'kind' | 'userIds' | 'except'>): Promise<void> {
    const data = moneyRecordArgs('refunds', row, row.refund_no);
    return notify(tx, { merchantId: row.merchant_id, data, at: clock.now(), ...whom });
  }

  function audit(
    tx: Tx,
    actor: AuditActor,
    verb: string,
    { id: recordId }: Refund,
    sides: Pick<AuditEvent, 'before' | 'after'>,
  ): Promise<void> {
    return recordAudit(tx, { actor, action: `refunds.${verb}`, recordId, at: clock.now(), ...sides });
  }

  return { notifyUsers, audit };
}
