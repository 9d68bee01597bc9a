import { Box } from '@mui/material';
import { FigureLink } from '#console/components/figures/FigureLink.tsx';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** From a part of a list to the whole. */
export function AllLink({ to, name }: { to: string; name: string }) {
  const { translate } = useFormatContext();
  return (
    <Box component="span" sx={{ typography: 'body2' }}>
      <FigureLink text={translate('dashboard.all')} to={to} name={name} />
    </Box>
  );
}
