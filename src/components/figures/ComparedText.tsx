import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { Box } from '@mui/material';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { Comparison } from './comparison.ts';

/** How a figure has changed, in words beside the arrow. */
export function ComparedText({ comparison, isRate }: { comparison: Comparison; isRate: boolean }) {
  const { translate } = useFormatContext();
  const { kind } = comparison;
  const Icon = { up: UpIcon, down: DownIcon, same: null, none: null }[kind];
  return (
    <Box
      component="span"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.25, color: 'text.secondary', fontSize: '0.75rem' }}
    >
      {Icon && <Icon aria-hidden sx={{ fontSize: '0.875rem' }} />}
      {'by' in comparison
        ? translate(`statistics.compared.${kind}_${isRate ? 'points' : 'percent'}`, {
            by: isRate ? formatAmount(comparison.by, 2) : tenths(comparison.by),
          })
        : translate(`statistics.compared.${kind}`)}
    </Box>
  );
}

/** `125n` → `12.5` */
function tenths(by: bigint): string {
  return `${formatAmount(by / 10n, 0)}.${by % 10n}`;
}
