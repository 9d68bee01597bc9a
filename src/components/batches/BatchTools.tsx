import { Button, Stack, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { BatchState } from '#shared/contract/batches.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ActionButton } from '#console/views/actions/ActionButton.tsx';
import { rowActions } from '#console/views/actions/offeredActions.ts';
import { useOpenAction } from '#console/views/actions/OpenAction.ts';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { ResultFiles } from './ResultFiles.tsx';
import { useSubmitAction } from './submitAction.ts';
import type { ItemFilter } from './useBatch.ts';

interface BatchToolsProps {
  batch: BatchState;
  /** The batches' own page; null for those who have none. */
  view: ResourceView | null;
  show: ItemFilter;
  /** Something that was typed into the rows is not at the server. */
  isUnsaved: boolean;
  onShow(show: ItemFilter): void;
}

/** Which rows are shown, and what can be done with the batch. */
export function BatchTools({ batch, view, show, isUnsaved, onShow }: BatchToolsProps) {
  const { translate } = useFormatContext();
  const bad = batch.status === 'draft' ? 'batch.problem_rows' : 'batch.failed_rows';
  return (
    <Stack
      direction="row"
      sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
    >
      <ToggleButtonGroup
        exclusive
        size="small"
        value={show}
        aria-label={translate('batch.rows_shown')}
        onChange={(_event, chosen: unknown) => (chosen === 'all' || chosen === 'problems') && onShow(chosen)}
        sx={{ mr: 'auto' }}
      >
        <ToggleButton value="all">{translate('batch.all_rows')}</ToggleButton>
        <ToggleButton value="problems">{translate(bad)}</ToggleButton>
      </ToggleButtonGroup>
      {batch.status !== 'draft' && <ResultFiles batch={batch} />}
      {view && batch.status === 'draft' && <DraftActions {...{ batch, view, isUnsaved }} />}
    </Stack>
  );
}

function DraftActions({
  batch,
  view,
  isUnsaved,
}: Pick<BatchToolsProps, 'batch' | 'isUnsaved'> & { view: ResourceView }) {
  const open = useOpenAction();
  const { translate } = useFormatContext();
  const submit = useSubmitAction(batch);
  const target = { ids: [batch.id], records: [batch] };
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
        size="small"
        variant="contained"
        disabled={!batch.may_submit || isUnsaved}
        onClick={() => open({ action: submit, ...target, values: { revision: batch.revision }, isLong: true })}
      >
        {translate('resources.batch_transfers.actions.submit')}
      </Button>
    </>
  );
}
