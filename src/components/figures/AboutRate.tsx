import AboutIcon from '@mui/icons-material/InfoOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** How long it stays after a touch, in milliseconds: as long as reading it takes. */
const STAYS_MS = 8_000;

/** Says, beside its name, what a success rate is the share of. */
export function AboutRate() {
  const { translate } = useFormatContext();
  return (
    <Tooltip title={translate('statistics.about_rate')} enterTouchDelay={0} leaveTouchDelay={STAYS_MS}>
      <IconButton size="small" color="inherit" sx={{ p: '5px', my: '-5px', verticalAlign: 'middle' }}>
        <AboutIcon sx={{ fontSize: 14 }} />
      </IconButton>
    </Tooltip>
  );
}
