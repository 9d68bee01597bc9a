import { z } from 'zod';
import { CARD_NUMBER_CONCERNS } from '@merchant-console/declaration';
import { approvalSchema } from './approval.ts';
import { BATCH_COLUMNS } from './batchFile.ts';
import { defineCall, fileDataSchema } from './call.ts';
import { DEDUCTIONS } from './order.ts';
import { sheetChoiceSchema, sheetReadingSchema } from './sheets.ts';

export const MAX_BATCH_BYTES = 5 * 1_048_576;

const id = z.object({ id: z.string().max(128) });
const column = z.enum(BATCH_COLUMNS);
const minor = z.string().regex(/^-?\d+$/);

const relatedBatch = z.object({ id: z.string(), batch_no: z.string() });

const batchApprovalSchema = approvalSchema.extend({
  lines: z.array(z.int()).meta({ description: 'Lines of the rows concerned; empty if it is the batch as a whole' }),
});

/** A batch's status and the totals of its items. Amounts in minor units. */
export const batchStateSchema = z.object({
  id: z.string(),
  batch_no: z.string(),
  file_name: z.string(),
  currency: z.string(),
  status: z.enum(['draft', 'submitted', 'processing', 'done', 'partly_failed', 'failed', 'discarded']),
  total_count: z.int(),
  valid_count: z.int(),
  invalid_count: z.int(),
  success_count: z.int(),
  failed_count: z.int(),
  total_amount: minor,
  total_fee: minor,
  total_debit: minor.nullable().meta({
    description:
      'Amount that a submission freezes, in minor units; null for a draft that an earlier version checked, which must be checked again',
  }),
  total_arrival: minor.nullable().meta({ description: 'Amount that its payees get, null if `total_debit` is' }),
  success_amount: minor.meta({ description: 'Amount that the payees of the paid items got, in minor units' }),
  success_fee: minor.meta({ description: 'Fees of the paid items, in minor units' }),
  /** Incremented by each change. A submission names the revision that the user has seen. */
  revision: z.int(),
  channel_id: z.string().nullable(),
  channel_name: z.string().nullable(),
  creator_id: z.string().nullable(),
  creator_name: z.string().nullable(),
  approver_name: z.string().nullable(),
  created_at: z.string(),
  submitted_at: z.string().nullable(),
  /** True if the user may repair it, and may submit it once it has no problems. */
  may_repair: z.boolean(),
  may_submit: z.boolean(),
  /** True if a user other than its creator must submit it. */
  needs_second_person: z.boolean(),
  /** Why; only of a draft. */
  approval: batchApprovalSchema.nullable(),
  /**
   * Valid items with a card number that looks mistyped and hasn't been accepted; only of a draft. Above 0, the batch
   * can't be submitted.
   */
  open_card_count: z.int(),
  /** Possible duplicates among its items; only of a draft. */
  warning_count: z.int(),
  /** Items whose remark may contain another payment; only of a draft. */
  swallowed_count: z.int(),
  /** How its file was read; null if all of it was read and nothing was chosen. */
  reading: sheetReadingSchema.nullable(),
  /** The batch whose failed rows this one pays again. */
  repeats: relatedBatch.nullable(),
  /** Batches that pay its failed rows again, oldest first, without discarded ones. */
  repeated_by: z.array(relatedBatch),
  /** Failed items that aren't being paid again yet; 0 until all payouts have ended. */
  repeatable_count: z.int(),
  /** True if the user may create a batch from them. */
  may_repeat: z.boolean(),
});
export type BatchState = z.output<typeof batchStateSchema>;

/** One row of the file. */
export const batchItemSchema = z.object({
  id: z.string(),
  line_no: z.int(),
  /** The row's cells as written, with the card number masked. */
  cells: z.record(column, z.string()),
  /** The cells' problems, in the user's language. */
  problems: z.partialRecord(column, z.array(z.string())),
  /** Line of another row with the same card and amount, or null. */
  twin_line: z.int().nullable(),
  /** Number of a payout from the last 24 hours with the same card and amount, or null. */
  recent_payout_no: z.string().nullable(),
  /** True if the remark has a line break and a card number, as if a quotation mark were missing; only of a draft. */
  is_swallowed: z.boolean(),
  /** Why the card number of a valid item looks mistyped. `unchecked` was uploaded before numbers were checked. */
  card_concern: z.enum([...CARD_NUMBER_CONCERNS, 'unchecked']).nullable(),
  /** True if a user has accepted the number anyway. */
  card_accepted: z.boolean(),
  amount: minor.nullable(),
  fee: minor.nullable(),
  status: z.enum(['invalid', 'valid', 'queued', 'success', 'failed']),
  error_code: z.string().nullable(),
  error_msg: z.string().nullable(),
  payout_id: z.string().nullable(),
  payout_no: z.string().nullable(),
  /** The saved payee with its card number; null if the merchant has none. */
  saved_payee: z.object({ name: z.string(), status: z.enum(['enabled', 'disabled']) }).nullable(),
  /** The failed payout that this item pays again, or null. */
  repeats_payout_id: z.string().nullable(),
  repeats_payout_no: z.string().nullable(),
  /** The request or batch that pays this item again, or null. */
  repeated_by: z
    .object({ resource: z.enum(['payment_requests', 'batch_transfers']), id: z.string(), number: z.string() })
    .nullable(),
});
export type BatchItem = z.output<typeof batchItemSchema>;

export const BATCH_ITEM_FILTERS = ['all', 'problems'] as const;

export const batchTemplateCall = defineCall({
  id: 'batch_transfers.template',
  method: 'GET',
  path: '/batch-transfers/template',
  download: '*/*',
  summary: 'Download an empty payout file',
  access: { permission: 'batch_transfers.create' },
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
  data: fileDataSchema,
});

export const uploadBatchCall = defineCall({
  id: 'batch_transfers.upload',
  method: 'POST',
  path: '/batch-transfers/upload',
  status: 201,
  summary:
    'Upload a payout file (CSV or XLSX) and validate its rows; the error `batch_choice` lists in `current` what to choose',
  access: { permission: 'batch_transfers.create' },
  query: z.strictObject({
    channel_id: z.string().max(64),
    name: z.string().min(1).max(255),
    ...sheetChoiceSchema.shape,
  }),
  upload: { maxBytes: MAX_BATCH_BYTES },
  data: batchStateSchema,
});

export const batchItemsCall = defineCall({
  id: 'batch_transfers.items',
  method: 'GET',
  path: '/batch-transfers/:id/items',
  summary: 'Get a batch and a page of its items, optionally only those with problems',
  access: { permission: 'batch_transfer_items.list' },
  params: id,
  query: z.strictObject({
    show: z.enum(BATCH_ITEM_FILTERS).default('all'),
    first: z.coerce.number().pipe(z.int().min(0)).default(0),
    count: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
  }),
  data: z.object({ batch: batchStateSchema, items: z.array(batchItemSchema), total: z.int() }),
});

export const repairItemCall = defineCall({
  id: 'batch_transfer_items.repair',
  method: 'PUT',
  path: '/batch-transfer-items/:id/cells',
  summary: 'Change cells of a row or accept its card number; the whole row is validated again',
  access: { permission: 'batch_transfers.create' },
  params: id,
  body: z.strictObject({
    cells: z.partialRecord(column, z.string().max(2_000)),
    accept_card: z.boolean().default(false),
  }),
  data: z.object({ batch: batchStateSchema, item: batchItemSchema }),
});

export const acceptCardsCall = defineCall({
  id: 'batch_transfers.accept_cards',
  method: 'POST',
  path: '/batch-transfers/:id/accept-cards',
  summary: 'Accept all card numbers of a batch that look mistyped',
  access: { permission: 'batch_transfers.create' },
  params: id,
  body: z.strictObject({ revision: z.int().min(1) }),
  data: batchStateSchema,
});

export const removeItemCall = defineCall({
  id: 'batch_transfer_items.remove',
  method: 'DELETE',
  path: '/batch-transfer-items/:id',
  summary: "Remove a row from a batch that hasn't been submitted",
  access: { permission: 'batch_transfers.create' },
  params: id,
  data: batchStateSchema,
});

export const repeatFailedCall = defineCall({
  id: 'batch_transfers.repeat_failed',
  method: 'POST',
  path: '/batch-transfers/:id/repeat-failed',
  status: 201,
  summary: "Create a draft batch from the failed rows of a batch that aren't being paid again yet",
  idempotencyKey: 'required',
  access: { permission: 'batch_transfers.create' },
  params: id,
  data: batchStateSchema.extend({
    left_out_count: z
      .int()
      .meta({ description: 'Number of failed rows left out because they are already being paid again' }),
  }),
});

export const submissionQuote = defineCall({
  id: 'batch_transfers.submission_quote',
  method: 'POST',
  path: '/batch-transfers/:id/submit/quote',
  allowedInPreview: true,
  summary: "Quote a draft's submission at the terms with which it was checked; fails if the balance is too low",
  access: { permission: 'batch_transfers.submit' },
  params: id,
  data: z.object({
    currency: z.string(),
    channel_name: z.string().nullable(),
    payee_count: z.int().meta({ description: 'Number of different payees' }),
    first_payment_count: z.int().meta({ description: 'Number of those payees without a successful payment so far' }),
    deduction: z.enum(DEDUCTIONS).meta({ description: 'inner: payees bear the fee; outer: the merchant does' }),
    fee: minor,
    arrival_amount: minor.meta({ description: 'Amount that the payees get' }),
    debit_amount: minor.meta({ description: 'Amount that the submission freezes' }),
    available: minor.meta({ description: 'Current available balance' }),
    available_after: minor.meta({ description: 'Available balance after the submission' }),
    approval: batchApprovalSchema.nullable(),
  }),
});

export const submitBatchCall = defineCall({
  id: 'batch_transfers.submit',
  method: 'POST',
  path: '/batch-transfers/:id/submit',
  summary: "Freeze a batch's total and start its payouts",
  idempotencyKey: 'required',
  access: { permission: 'batch_transfers.submit' },
  params: id,
  body: z.strictObject({ revision: z.int().min(1), pay_password: z.unknown().meta({ type: 'string' }) }),
  data: batchStateSchema,
});
