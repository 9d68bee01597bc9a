import { Box, Button, Stack } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import {
  BATCH_ITEM_FILTERS,
  repeatFailedCall,
  submissionQuote,
  submitBatchCall,
  type BatchState,
} from '#shared/contract/batches.ts';
import type { SheetReading } from '#shared/contract/sheets.ts';
import {
  ActionButton,
  type ResourceView,
  rowActions,
  useFormatContext,
  useOpenAction,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import { DownloadButton, pageHeading, saveFile, useKeptFocus } from '@merchant-console/ra-declared/internal';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { ExportFormat } from '@merchant-console/protocol';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { type Action, type Field, formatCount } from '@merchant-console/declaration';
import type { GridEditing } from './grid/useGridEditing.ts';
import type { ItemFilter } from './useBatch.ts';
import { useBatchPath } from './batchPath.ts';
import { batchReading } from './batchReading.ts';

interface BatchToolsProps {
  batch: BatchState;
  /** The batch list page, or null if the user's menu lacks it. */
  view: ResourceView | null;
  show: ItemFilter;
  editing: Pick<GridEditing, 'isUnsaved' | 'leadsToSubmit'>;
  onShow(show: ItemFilter): void;
}

/** The row filter and the batch's actions. */
export function BatchTools({ batch, view, show, editing, onShow }: BatchToolsProps) {
  const { translate } = useFormatContext();
  const onFocus = useKeptFocus(pageHeading);
  const bad = batch.status === 'draft' ? 'grid.problem_rows' : 'batch.failed_rows';
  return (
    <Stack
      direction="row"
      onFocus={onFocus}
      sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ mr: 'auto' }}>
        <ToggleChoice
          label={translate('grid.rows_shown')}
          choices={BATCH_ITEM_FILTERS}
          value={show}
          textOf={(one) => translate(one === 'all' ? 'grid.all_rows' : bad)}
          onChoose={onShow}
        />
      </Box>
      {batch.status !== 'draft' && <ResultFiles batch={batch} />}
      {view && batch.may_repeat && <RepeatFailed batch={batch} />}
      {view && batch.status === 'draft' && <DraftActions batch={batch} view={view} editing={editing} />}
    </Stack>
  );
}

function DraftActions({ batch, view, editing }: Pick<BatchToolsProps, 'batch' | 'editing'> & { view: ResourceView }) {
  const open = useOpenAction();
  const { translate } = useFormatContext();
  const submit = useSubmitAction(batch);
  const target = { ids: [batch.id], records: [batch] };
  const button = useRef<HTMLButtonElement>(null);
  const maySubmit = batch.may_submit && !editing.isUnsaved;
  const isNext = maySubmit && editing.leadsToSubmit;
  useEffect(() => {
    if (isNext) button.current?.focus();
  }, [isNext]);
  return (
    <>
      {rowActions(view, batch).map((action) => (
        <ActionButton
          key={action.key}
          resource={view.resource.name}
          action={action}
          onPress={() => open({ action, ...target })}
        />
      ))}
      <Button
        ref={button}
        size="small"
        variant="contained"
        disabled={!maySubmit}
        onClick={() => open({ action: submit, ...target, values: { revision: batch.revision } })}
      >
        {translate('resources.batch_transfers.actions.submit')}
      </Button>
    </>
  );
}

/** Creates a draft from the failed rows and opens it. */
function RepeatFailed({ batch }: Pick<BatchToolsProps, 'batch'>) {
  const open = useOpenAction();
  const navigate = useNavigate();
  const batchPath = useBatchPath();
  const action = useRepeatAction(batch);
  const { translate } = useFormatContext();
  const openDraft = (data: unknown) => {
    const draft = repeatFailedCall.data.safeParse(data).data;
    const path = draft && batchPath(draft.id);
    if (path) void navigate(path);
  };
  return (
    <Button
      size="small"
      variant="contained"
      onClick={() => open({ action, ids: [batch.id], records: [batch], onDone: openDraft })}
    >
      {translate('resources.batch_transfers.actions.repeat_failed')}
    </Button>
  );
}

const ITEMS = 'batch_transfer_items';
const FORMATS: readonly ExportFormat[] = ['xlsx', 'csv'];

/** Columns of the result file: each row with its status, error and payout number. */
const COLUMNS = [
  'line_no',
  'payee_name',
  'card_number',
  'bank_name',
  'branch_name',
  'amount',
  'fee',
  'remark',
  'status',
  'error_code',
  'error_msg',
  'payout_id',
];

/** Downloads of the rows' results. */
function ResultFiles({ batch }: { batch: BatchState }) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const mayExport = useResourcePlace(ITEMS)?.permissions.includes(`${ITEMS}.export`) ?? false;
  if (!mayExport) return null;
  async function download(format: ExportFormat): Promise<void> {
    const { content } = await dataProvider.exportRecords(ITEMS, {
      format,
      columns: COLUMNS,
      filter: { batch_id: batch.id },
      sort: { field: 'line_no', order: 'ASC' },
    });
    saveFile(content, `${batch.batch_no}.${format}`);
  }
  return FORMATS.map((format) => (
    <DownloadButton key={format} variant="outlined" download={() => download(format)}>
      {translate('batch.result_file', { format: format.toUpperCase() })}
    </DownloadButton>
  ));
}

/** Submitting a batch as a declared action: shows what it costs, and asks for the payment password. */
function useSubmitAction(batch: BatchState): Action {
  const { translate } = useFormatContext();
  const question = [
    translate('batch.submit_question', { smart_count: batch.valid_count, count: formatCount(batch.valid_count) }),
    ...(batch.reading ? batchReading(paidPart(batch.reading), translate) : []),
  ].join(' ');
  return {
    ...CALL,
    key: 'submit',
    label: 'resources.batch_transfers.actions.submit',
    path: submitBatchCall.path.slice(1),
    confirm: { title: null, text: question },
    quote: { path: submissionQuote.path.slice(1), asks: [], optional: [], fields: QUOTED, agreed: {} },
    submit: 'batch.submit_amount',
    permission: submitBatchCall.access.permission,
    payPassword: true,
    success: 'batch.submit_done',
  };
}

/** How a file was read as far as it concerns payments: notes beside them are only on the page. */
function paidPart(reading: SheetReading): SheetReading {
  const other_sheets = reading.other_sheets.filter(({ has_payments }) => has_payments);
  return { ...reading, other_sheets, rows_above: 0 };
}

/** What a submission freezes and leaves. */
const AMOUNTS = [
  ['fee', 'fields.total_fee'],
  ['arrival_amount', 'batch.payees_receive'],
  ['debit_amount', 'fields.debit_amount'],
  ['available', 'fields.available'],
  ['available_after', 'moneyForms.balance_after'],
].map(([source = '', label = '']): Field => ({ source, type: 'money', currency: 'currency', label }));

/** The payments of a submission and their cost, as the server quotes them. */
const QUOTED: Field[] = [
  { source: 'channel_name', type: 'text' },
  { source: 'payee_count', type: 'integer', label: 'batch.payee_count' },
  { source: 'first_payment_count', type: 'integer', label: 'batch.first_payment_count' },
  {
    source: 'deduction',
    type: 'enum',
    label: 'moneyForms.fee_bearer',
    choices: [
      { id: 'inner', name: 'moneyForms.bearers.inner' },
      { id: 'outer', name: 'moneyForms.bearers.outer' },
    ],
  },
  ...AMOUNTS,
];

/** Creating a draft from the failed rows as a declared action. Its dialog says how many rows are included and left out. */
function useRepeatAction({ repeatable_count, failed_count }: BatchState): Action {
  const { translate } = useFormatContext();
  const counted = (key: string, count: number) => translate(key, { smart_count: count, count: formatCount(count) });
  const leftOut = failed_count - repeatable_count;
  const question = [
    counted('batch.repeat_question', repeatable_count),
    ...(leftOut > 0 ? [counted('batch.repeat_left_out', leftOut)] : []),
  ].join(' ');
  return {
    ...CALL,
    key: 'repeat_failed',
    label: 'resources.batch_transfers.actions.repeat_failed',
    path: repeatFailedCall.path.slice(1),
    confirm: { title: null, text: question },
    submit: 'batch.repeat_submit',
    permission: repeatFailedCall.access.permission,
    success: 'batch.repeat_done',
  };
}

/** The common part of declared actions on one batch. */
const CALL = {
  icon: null,
  scope: 'row',
  method: 'POST',
  when: null,
  form: [],
  fills: {},
  quote: null,
  page: null,
  schedule: null,
  set: null,
  create: null,
  shows: [],
  submit: null,
  warns: false,
  payPassword: false,
  totp: false,
  inList: true,
  result: null,
  idempotent: true,
  slow: true,
  success: null,
  pending: null,
  // oxlint-disable-next-line unicorn/no-thenable -- the format's word; it holds a text, not a function
  then: 'refresh',
} satisfies Partial<Action>;
