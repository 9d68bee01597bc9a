import AddIcon from '@mui/icons-material/Add';
import { Button, type SxProps, type Theme } from '@mui/material';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { Link } from '../../ui/router/Link.tsx';
import { createPath, type ResourceView } from '../../ResourceView.ts';

/** Button that opens the form of a new record. Its name is in a `span`, which a narrow toolbar hides. */
export function NewRecordLink({ view: { resource, basePath }, sx }: { view: ResourceView; sx: SxProps<Theme> }) {
  const { translate } = useFormatContext();
  const label = translate(`resources.${resource.name}.create`, { _: translate('list.new') });
  return (
    <Button
      component={Link}
      to={createPath(basePath)}
      size="small"
      variant="contained"
      aria-label={label}
      sx={[button, sx].flat()}
    >
      <AddIcon />
      <span>{label}</span>
    </Button>
  );
}

const button = {
  flex: 'none',
  height: 'var(--tool-height)',
  minWidth: 32,
  px: { xs: 0.75, sm: 1.25 },
  gap: 0.5,
  '& svg': { fontSize: 20 },
};
