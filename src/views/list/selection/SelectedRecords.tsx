import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { BulkActions } from '../../actions/BulkActions.tsx';
import type { ResourceView } from '../../ResourceView.ts';
import { ExportDialog } from '../exporting/ExportDialog.tsx';
import type { ListState } from '../useListState.ts';
import { DeleteSelected } from './DeleteSelected.tsx';
import { SelectionBar } from './SelectionBar.tsx';

/** So many ids of 36 characters make an address of about 5 KB; servers refuse from 8 KB on. */
const MOST_BY_ID = 100;

interface SelectedRecordsProps {
  view: ResourceView;
  state: ListState;
}

/** What can be done with the records that are selected. */
export function SelectedRecords({ view, state }: SelectedRecordsProps) {
  const { translate } = useFormatContext();
  const [isExporting, setExporting] = useState(false);
  const { resource, canDelete, canExport } = view;
  const { selection, params, result, columns } = state;
  const { ids, isAll } = selection;
  const tooMany = !isAll && ids.length > MOST_BY_ID;
  return (
    <SelectionBar selection={selection} total={result.total}>
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
      <BulkActions view={view} ids={ids} records={result.rows ?? []} onDone={selection.clear} />
      {canDelete && <DeleteSelected resource={resource.name} selection={selection} />}
      {isExporting && (
        <ExportDialog
          resource={resource}
          columns={columns.columns}
          filter={isAll ? params.filter : { id: ids }}
          sort={params.sort}
          total={ids.length}
          onClose={() => setExporting(false)}
        />
      )}
    </SelectionBar>
  );
}
