import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { BulkActions } from '../../actions/BulkActions.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import { ExportDialog } from '../exporting/ExportDialog.tsx';
import { useListFilter } from '../useListFilter.ts';
import { DeleteSelected } from './DeleteSelected.tsx';
import { SelectionBar } from './SelectionBar.tsx';

/** So many ids of 36 characters make an address of about 5 KB; servers refuse from 8 KB on. */
const MOST_BY_ID = 100;

interface SelectedRecordsProps {
  view: ResourceView;
  /** Those that the list shows. */
  columns: readonly Field[];
}

/** What can be done with the records that are selected. */
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
          title={tooMany ? translate('selection.export_limit', { count: MOST_BY_ID }) : undefined}
          onClick={() => setExporting(true)}
        >
          {translate('list.export')}
        </Button>
      )}
      <BulkActions view={view} ids={selectedIds} records={data ?? []} onDone={onUnselectItems} />
      {canDelete && <DeleteSelected />}
      {isExporting && (
        <ExportDialog
          {...{ resource, columns, sort }}
          filter={isAll ? filter : { id: selectedIds }}
          total={count}
          onClose={() => setExporting(false)}
        />
      )}
    </SelectionBar>
  );
}
