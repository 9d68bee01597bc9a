import EditIcon from '@mui/icons-material/Edit';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button, IconButton, Paper, Typography, LinearProgress } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { HttpError, type Identifier, useListContext, useNotify, useDataProvider, useRefresh } from 'react-admin';
import { acceptsValue, type Field, formatCount, type Resource } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { BulkActions } from '../../actions/ActionButton.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import { ExportDialog } from '../exporting/ExportDialog.tsx';
import { DeletionEffects, useDeletion } from '../../record/DeletionEffects.tsx';
import { useListFilter } from '../useListFilter.ts';
import CloseIcon from '@mui/icons-material/Close';
import { MOST_SELECTED } from './useSelection.ts';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { lazy, prefetchOn } from '../../ui/loading/lazy.tsx';
import { useMutationWithToast } from '../../ui/useMutationWithToast.ts';

/**
 * Maximum number of records to export by ID. 100 IDs of 36 characters make a URL of about 5 KB; servers reject URLs
 * from 8 KB on.
 */
const MOST_BY_ID = 100;

interface SelectedRecordsProps {
  view: ResourceView;
  /** Columns that the list shows. */
  columns: readonly Field[];
}

/** Bar with the actions on the selected records. */
export function SelectedRecords({ view, columns }: SelectedRecordsProps) {
  const { translate } = useFormatContext();
  const [isExporting, setExporting] = useState(false);
  const { resource, canDelete, canExport } = view;
  const [filter] = useListFilter();
  const { data, total, sort, selectedIds, onUnselectItems } = useListContext<IdentifiedRecord>();
  const count = selectedIds.length;
  const isAll = count === total;
  const tooMany = !isAll && count > MOST_BY_ID;
  return (
    <SelectionBar>
      {canExport && (
        <Button
          size="small"
          color="inherit"
          startIcon={<DownloadIcon />}
          disabled={tooMany}
          title={tooMany ? translate('selectedRecords.export_limit', { count: MOST_BY_ID }) : undefined}
          onClick={() => setExporting(true)}
        >
          {translate('list.export')}
        </Button>
      )}
      <BulkActions view={view} ids={selectedIds} records={data ?? []} onDone={onUnselectItems} />
      <EditSelected view={view} />
      {canDelete && <DeleteSelected resource={resource} />}
      {isExporting && (
        <ExportDialog
          resource={resource}
          columns={columns}
          sort={sort}
          filter={isAll ? filter : { id: selectedIds }}
          total={count}
          onClose={() => setExporting(false)}
        />
      )}
    </SelectionBar>
  );
}

/** Shows the number of selected records, and the actions on them. It floats over the end of the list. */
function SelectionBar({ children }: { children: ReactNode }) {
  const { total = 0, selectedIds, onSelectAll, onUnselectItems } = useListContext();
  const { translate } = useFormatContext();
  const { mutate: selectAll, isPending } = useMutationWithToast({ mutationFn: async () => onSelectAll() });
  const count = selectedIds.length;
  const most = Math.min(total, MOST_SELECTED);
  return (
    <Paper component="section" elevation={6} aria-label={translate('selectedRecords.title')} sx={bar}>
      <Typography role="status" variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {translate('selectedRecords.count', { smart_count: count, count: formatCount(count) })}
      </Typography>
      {count < most && (
        <Button size="small" color="inherit" loading={isPending} onClick={() => selectAll()} sx={quiet}>
          {translate(most < total ? 'selectedRecords.select_first' : 'selectedRecords.select_all', {
            count: formatCount(most),
          })}
        </Button>
      )}
      {children}
      <IconButton
        size="small"
        color="inherit"
        aria-label={translate('selectedRecords.clear')}
        onClick={() => onUnselectItems()}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  );
}

const quiet = { textDecoration: 'underline', textUnderlineOffset: '3px' };

const bar = {
  position: 'sticky',
  bottom: 16,
  zIndex: 'appBar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifySelf: 'center',
  alignSelf: 'center',
  gap: 1,
  maxWidth: '100%',
  px: 2,
  py: 1,
  borderRadius: 2,
  border: 1,
  borderColor: 'divider',
};

const EditSelectedDialog = lazy(async () => (await import('./EditSelectedDialog.tsx')).EditSelectedDialog);

/** Button that opens a form for the selected records, if the user may change any field of several. */
function EditSelected({ view }: { view: ResourceView }) {
  const { selectedIds } = useListContext();
  const { translate } = useFormatContext();
  /** The records selected when the dialog was opened, or null if it is closed. */
  const [asked, setAsked] = useState<readonly Identifier[] | null>(null);
  const fields = editableInBulk(view);
  if (fields.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<EditIcon />}
        onClick={() => setAsked(selectedIds)}
        {...prefetchOn(EditSelectedDialog)}
      >
        {translate('selectedRecords.edit')}
      </Button>
      {asked && <EditSelectedDialog view={view} fields={fields} ids={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function editableInBulk({ resource, canEdit }: ResourceView): Field[] {
  return canEdit ? resource.list.bulkEdit.filter((field) => acceptsValue(field, 'edit')) : [];
}

/** Button that deletes the selected records after a confirmation. */
function DeleteSelected({ resource }: { resource: Resource }) {
  const { selectedIds } = useListContext();
  const { translate } = useFormatContext();
  /** The records selected when the dialog was opened, or null if it is closed. */
  const [asked, setAsked] = useState<readonly Identifier[] | null>(null);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setAsked(selectedIds)}>
        {translate('selectedRecords.delete')}
      </Button>
      {asked && <DeleteSelectedDialog resource={resource} ids={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface DeleteSelectedDialogProps {
  resource: Resource;
  ids: readonly Identifier[];
  onClose(): void;
}

function DeleteSelectedDialog({ resource, ids, onClose }: DeleteSelectedDialogProps) {
  const { translate } = useFormatContext();
  const { done, mutate, isPending } = useDeleteSelected(onClose);
  const deletion = useDeletion(resource, ids);
  const count = ids.length;
  const label = translate('selectedRecords.delete');
  return (
    <ConfirmDialog
      title={translate('selectedRecords.delete_title', { smart_count: count, count: formatCount(count) })}
      text={translate(deletion.isPrevented ? 'record.deletion.prevented_some' : 'selectedRecords.delete_text')}
      confirm={label}
      isDangerous
      needsServer
      isBusy={isPending}
      isReady={deletion.isKnown}
      isPossible={!deletion.isPrevented && deletion.failure === null}
      onConfirm={mutate}
      onClose={onClose}
    >
      <DeletionEffects deletion={deletion} />
      {isPending && (
        <LinearProgress variant="determinate" aria-label={label} value={(100 * done) / count} sx={{ mt: 2 }} />
      )}
    </ConfirmDialog>
  );
}

/**
 * Deletes the selected records one after the other, and stops at the first failure. Each deleted record leaves the
 * selection immediately, so the remaining ones stay selected. One that is already gone, such as together with another of
 * the selection, counts as deleted.
 */
function useDeleteSelected(onSettled: () => void) {
  const { resource, selectedIds, onToggleItem } = useListContext<IdentifiedRecord>();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  /** Number of records deleted so far. */
  const [done, setDone] = useState(0);
  const deletion = useMutationWithToast({
    async mutationFn() {
      setDone(0);
      for (const [index, id] of selectedIds.entries()) {
        await dataProvider.delete(resource, { id }).catch((error: unknown) => {
          if (!(error instanceof HttpError && error.status === 404)) throw error;
        });
        setDone(index + 1);
        onToggleItem(id);
      }
      notify('ra.notification.deleted', { messageArgs: { smart_count: selectedIds.length } });
    },
    onSettled() {
      refresh();
      onSettled();
    },
  });
  return { ...deletion, done };
}
