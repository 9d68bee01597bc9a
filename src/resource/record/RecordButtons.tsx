import EditIcon from '@mui/icons-material/Edit';
import { Button, Stack } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { RowActions } from '../actions/RowActions.tsx';
import { useAskedAction } from '../actions/useAskedAction.ts';
import { editPath, type ResourceView } from '../ResourceView.ts';
import { DeleteRecord } from './DeleteRecord.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** What can be done with the record on its page. */
export function RecordButtons({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { translate } = useFormatContext();
  useAskedAction(view, record);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {view.canEditRecord(record) && (
        <Button
          component={Link}
          to={editPath(view.basePath, record.id)}
          size="small"
          variant="outlined"
          startIcon={<EditIcon />}
        >
          {translate('record.edit')}
        </Button>
      )}
      <RowActions view={view} record={record} />
      {view.canDeleteRecord(record) && <DeleteRecord view={view} />}
    </Stack>
  );
}
