import { type Selectable, sql } from 'kysely';
import { type AuditActor, type AuditEvent, recordAudits, systemActor } from '#server/audit/recordAudit.ts';
import type {
  AdjustmentsTable,
  BankcardsTable,
  BatchTransfersTable,
  DepositsTable,
  OperatorRequestsTable,
  MerchantsTable,
  PayeesTable,
  PaymentRequestsTable,
  PayoutsTable,
  RefundsTable,
  Tx,
  WithdrawalsTable,
} from '#server/db/schema.ts';

/** Rows per statement. */
const ROWS_AT_ONCE = 2_000;

/** The platform's own log, and the platform's name in the merchants' logs. */
interface PlatformLog {
  merchant_id: string;
  name: string;
}

interface LoggedChange extends Omit<AuditEvent, 'actor' | 'action'> {
  resource: string;
  verb: string;
}

const event = (actor: AuditActor, { resource, verb, ...entry }: LoggedChange): AuditEvent => ({
  actor,
  action: `${resource}.${verb}`,
  ...entry,
});

const person = (merchantId: string, userId: string | null): AuditActor => ({ ...systemActor(merchantId), userId });

/**
 * A decision is logged twice: in the platform's log under its operator's name, in the merchant's under the platform's.
 */
function decided(
  { merchant_id: log, name }: PlatformLog,
  { merchantId, reviewed, operatorId, ...entry }: LoggedChange & Decided,
): AuditEvent[] {
  return [
    event(person(log, operatorId), { ...entry, resource: reviewed }),
    event({ ...systemActor(merchantId), name }, entry),
  ];
}

/** Name of the resource for the platform, and the operator who decided. */
interface Decided {
  merchantId: string;
  reviewed: string;
  operatorId: string | null;
}

const reasonOf = (reject_reason: string | null) => (reject_reason === null ? {} : { reject_reason });

function depositEvents(row: Selectable<DepositsTable>, platform: PlatformLog): AuditEvent[] {
  const { merchant_id: merchantId, id: recordId, deposit_no, amount, currency, status, reviewed_at: at } = row;
  const resource = 'deposits';
  const begun = { deposit_no, amount, currency, status: 'pending_payment' };
  const made = { resource, verb: 'request', recordId, at: row.created_at, after: begun };
  const first = event(person(merchantId, row.creator_id), made);
  if (!at) return [first];
  const change = { before: { status: begun.status }, after: { status, ...reasonOf(row.reject_reason) } };
  const decision = { resource, reviewed: 'deposit_reviews', verb: status, recordId, at, ...change };
  return [first, ...decided(platform, { ...decision, merchantId, operatorId: row.reviewer_id })];
}

function withdrawalEvents(row: Selectable<WithdrawalsTable>, platform: PlatformLog): AuditEvent[] {
  const { merchant_id: merchantId, id: recordId, withdrawal_no, amount, currency, status } = row;
  const resource = 'withdrawals';
  const begun = { withdrawal_no, amount, currency, card_number: row.card_number_masked, status: 'pending' };
  const made = { resource, verb: 'request', recordId, at: row.created_at, after: begun };
  const events = [event(person(merchantId, row.creator_id), made)];
  const decide = (verb: string, at: Date, from: string, to: string) => {
    // The reason of a failure came after the approval.
    const reason = verb === 'approve' ? {} : reasonOf(row.reject_reason);
    const change = { before: { status: from }, after: { status: to, ...reason } };
    const decision = { resource, reviewed: 'withdrawal_reviews', verb, recordId, at, ...change };
    events.push(...decided(platform, { ...decision, merchantId, operatorId: row.reviewer_id }));
  };
  if (status === 'cancelled' && row.finished_at) {
    const change = { before: { status: 'pending' }, after: { status } };
    const entry = { resource, verb: 'cancel', recordId, at: row.finished_at, ...change };
    events.push(event(person(merchantId, row.creator_id), entry));
  } else if (row.reviewed_at && status === 'rejected') decide('reject', row.reviewed_at, 'pending', status);
  else if (row.reviewed_at) {
    decide('approve', row.reviewed_at, 'pending', 'processing');
    if (row.finished_at) decide(status === 'success' ? 'succeed' : 'fail', row.finished_at, 'processing', status);
  }
  return events;
}

const PAYMENT_VERBS: Partial<Record<PaymentRequestsTable['status'], string>> = {
  pass: 'approve',
  reject: 'reject',
  cancelled: 'cancel',
};

function paymentEvents(row: Selectable<PaymentRequestsTable>): AuditEvent[] {
  const { merchant_id: merchantId, id: recordId, request_no, payee_name, amount, currency, status } = row;
  const resource = 'payment_requests';
  // Amounts up to the threshold pass immediately, without an approver.
  const passedAtOnce = status === 'pass' && row.approver_id === null;
  const begun = { request_no, payee_name, card_number: row.card_number_masked, amount, currency };
  const after = { ...begun, status: passedAtOnce ? status : 'pending' };
  const made = { resource, verb: 'request', recordId, at: row.created_at, after };
  const first = event(person(merchantId, row.creator_id), made);
  const verb = PAYMENT_VERBS[status];
  if (!row.decided_at || passedAtOnce || verb === undefined) return [first];
  const change = { before: { status: 'pending' }, after: { status, ...reasonOf(row.reject_reason) } };
  const by = person(merchantId, row.approver_id ?? row.creator_id);
  return [first, event(by, { resource, verb, recordId, at: row.decided_at, ...change })];
}

function adjustmentEvents(row: Selectable<AdjustmentsTable>, platform: PlatformLog): AuditEvent[] {
  const { merchant_id: merchantId, id: recordId, adjustment_no, amount, currency, reason, status } = row;
  const resource = 'adjustments';
  const begun = { adjustment_no, amount, currency, reason, status: 'pending' };
  const of = { resource, reviewed: resource, recordId, merchantId };
  const made = { ...of, verb: 'request', at: row.created_at, after: begun, operatorId: row.creator_id };
  if (!row.decided_at) return decided(platform, made);
  const change = { before: { status: begun.status }, after: { status, ...reasonOf(row.reject_reason) } };
  const verb = status === 'pass' ? 'approve' : 'reject';
  const decision = { ...of, verb, at: row.decided_at, ...change, operatorId: row.approver_id };
  return [...decided(platform, made), ...decided(platform, decision)];
}

/** A user uploads a file or repeats a batch's failed rows, and the same or another user submits the batch. */
function batchEvents(row: Selectable<BatchTransfersTable>, batches: readonly Selectable<BatchTransfersTable>[]) {
  const { merchant_id: merchantId, id: recordId, batch_no, file_name, total_count, submitted_at: at } = row;
  const resource = 'batch_transfers';
  const repeated = batches.find(({ id }) => id === row.repeats_batch_id);
  const verb = repeated ? 'repeat_failed' : 'upload';
  const after = repeated ? { batch_no, repeats: repeated.batch_no, total_count } : { batch_no, file_name, total_count };
  const first = event(person(merchantId, row.creator_id), { resource, verb, recordId, at: row.created_at, after });
  if (!at) return [first];
  const { total_amount, total_fee, currency } = row;
  const submitted = { status: 'submitted', total_count, total_amount, total_fee, currency };
  const change = { before: { status: 'draft' }, after: submitted };
  return [
    first,
    event(person(merchantId, row.approver_id ?? row.creator_id), { resource, verb: 'submit', recordId, at, ...change }),
  ];
}

/** The channel reports the result. */
function payoutEvents(row: Selectable<PayoutsTable>): AuditEvent[] {
  const { merchant_id: merchantId, id: recordId, status, finished_at: at } = row;
  if (!at) return [];
  const { channel_order_no, error_code, error_msg } = row;
  const after = status === 'success' ? { status, channel_order_no } : { status, error_code, error_msg };
  const entry = { resource: 'payouts', verb: status, recordId, at, before: { status: 'processing' }, after };
  return [event(systemActor(merchantId), entry)];
}

/** A user adds a bank card or saves a payee, and may disable it later. */
function accountEvents(
  resource: 'bankcards' | 'payees',
  row: Selectable<BankcardsTable> | Selectable<PayeesTable>,
  userId: string | null,
): AuditEvent[] {
  const { merchant_id, id: recordId, name, bank_name, branch_name, card_number_masked, usable_at } = row;
  const own = 'note' in row ? { note: row.note } : { is_default: row.is_default };
  const after = { name, card_number: card_number_masked, bank_name, branch_name, ...own, status: 'enabled', usable_at };
  const by = person(merchant_id, userId);
  const first = event(by, { resource, verb: 'create', recordId, at: row.created_at, after });
  if (row.status === 'enabled') return [first];
  const change = { before: { status: 'enabled' }, after: { status: row.status } };
  return [first, event(by, { resource, verb: 'disable', recordId, at: row.updated_at, ...change })];
}

function suspensionEvents(
  row: Selectable<MerchantsTable>,
  platform: PlatformLog,
  operatorId: string | null,
): AuditEvent[] {
  const { merchant_id: merchantId, suspended_at: at, suspend_reason } = row;
  if (!at) return [];
  const change = { before: { status: 'active' }, after: { status: 'suspended', suspend_reason } };
  const entry = { resource: 'merchants', reviewed: 'merchants', verb: 'suspend', recordId: merchantId, at, ...change };
  return decided(platform, { ...entry, merchantId, operatorId });
}

/** A user makes a refund, another may decide about it, and the channel reports the result. */
function refundEvents(row: Selectable<RefundsTable>): AuditEvent[] {
  const { merchant_id: merchantId, id: recordId, refund_no, order_no, amount, fee_returned, debit_amount } = row;
  const { currency, reason, status, decided_at, finished_at, approver_id, channel_refund_no } = row;
  const resource = 'refunds';
  const isDecided = decided_at !== null || status === 'pending_approval';
  const begun = { refund_no, order_no, amount, fee_returned, debit_amount, currency, reason };
  const after = { ...begun, status: isDecided ? 'pending_approval' : 'processing' };
  const made = { resource, verb: 'request', recordId, at: row.created_at, after };
  const events = [event(person(merchantId, row.creator_id), made)];
  if (decided_at) {
    const verb = status === 'rejected' ? 'reject' : status === 'cancelled' ? 'cancel' : 'approve';
    const to = verb === 'approve' ? 'processing' : status;
    const change = { before: { status: 'pending_approval' }, after: { status: to, ...reasonOf(row.reject_reason) } };
    events.push(event(person(merchantId, approver_id ?? row.creator_id), { resource, verb, recordId, at: decided_at, ...change })); // prettier-ignore
  }
  if (finished_at) {
    const said =
      status === 'success' ? { channel_refund_no } : { error_code: row.error_code, error_msg: row.error_msg };
    const change = { before: { status: 'processing' }, after: { status, ...said } };
    events.push(event(systemActor(merchantId), { resource, verb: status, recordId, at: finished_at, ...change }));
  }
  return events;
}

/** The first operator's part. The second one's is the act itself. */
function operatorRequestEvents(row: Selectable<OperatorRequestsTable>): AuditEvent[] {
  const { merchant_id, id: recordId, request_no, act, creator_id, created_at: at } = row;
  const after = { request_no, status: 'pending', act, ...row.after };
  const made = { resource: 'operator_requests', verb: 'request', recordId, at, before: row.before, after };
  return [event(person(merchant_id, creator_id), made)];
}

/** Writes the audit log of the demo's requests, accounts, batches, payouts and suspensions in chronological order. */
export async function auditHistory(tx: Tx): Promise<void> {
  const platform = await tx
    .selectFrom('merchants')
    .where('type', '=', 'platform')
    .select(['merchant_id', 'name'])
    .executeTakeFirstOrThrow();
  const byLog = new Map<string, AuditEvent[]>();
  for (const entry of await eventsFrom(tx, platform)) {
    const log = byLog.get(entry.actor.merchantId) ?? [];
    log.push(entry);
    byLog.set(entry.actor.merchantId, log);
  }
  // Logs are always locked in the order of the tenants' IDs, to avoid deadlocks.
  for (const [, events] of [...byLog].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const inOrder = events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (let from = 0; from < inOrder.length; from += ROWS_AT_ONCE) {
      await recordAudits(tx, inOrder.slice(from, from + ROWS_AT_ONCE));
    }
  }
}

async function eventsFrom(tx: Tx, platform: PlatformLog): Promise<AuditEvent[]> {
  const logged = await loggedIds(tx);
  const unlogged = <Row extends { id: string }>(rows: Row[]) => rows.filter(({ id }) => !logged.has(id));
  const deposits = unlogged(await tx.selectFrom('deposits').selectAll().execute());
  const withdrawals = unlogged(await tx.selectFrom('withdrawals').selectAll().execute());
  const payments = unlogged(await tx.selectFrom('payment_requests').selectAll().execute());
  const adjustments = unlogged(await tx.selectFrom('adjustments').selectAll().execute());
  const batches = await tx.selectFrom('batch_transfers').selectAll().execute();
  const ownerId = sql<string | null>`owner_of(merchant_id)`.as('owner_id');
  const cards = unlogged(await tx.selectFrom('bankcards').selectAll().select(ownerId).execute());
  const payees = unlogged(await tx.selectFrom('payees').selectAll().execute());
  const operatorRequests = unlogged(await tx.selectFrom('operator_requests').selectAll().execute());
  const refunds = unlogged(await tx.selectFrom('refunds').selectAll().execute());
  const suspended = await tx.selectFrom('merchants').where('suspended_at', 'is not', null).selectAll().execute();
  const operator = await tx
    .selectFrom('users')
    .where('merchant_id', '=', platform.merchant_id)
    .orderBy('id')
    .select('id')
    .executeTakeFirst();
  const payouts = unlogged(await tx.selectFrom('payouts').where('finished_at', 'is not', null).selectAll().execute());
  return [
    ...deposits.flatMap((row) => depositEvents(row, platform)),
    ...withdrawals.flatMap((row) => withdrawalEvents(row, platform)),
    ...payments.flatMap(paymentEvents),
    ...adjustments.flatMap((row) => adjustmentEvents(row, platform)),
    ...unlogged(batches).flatMap((row) => batchEvents(row, batches)),
    ...cards.flatMap((row) => accountEvents('bankcards', row, row.owner_id)),
    ...payees.flatMap((row) => accountEvents('payees', row, row.creator_id)),
    ...refunds.flatMap(refundEvents),
    ...operatorRequests.flatMap(operatorRequestEvents),
    ...payouts.flatMap(payoutEvents),
    ...suspended
      .filter(({ merchant_id }) => !logged.has(merchant_id))
      .flatMap((row) => suspensionEvents(row, platform, operator?.id ?? null)),
  ];
}

/** IDs of records that already have audit entries, because users have worked with the demo. */
async function loggedIds(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('audit_logs').select('record_id').distinct().execute();
  return new Set(rows.map(({ record_id }) => record_id));
}
