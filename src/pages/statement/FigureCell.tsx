import { Link as MuiLink, TableCell } from '@mui/material';
import type { Filter } from '#shared/contract/listQuery.ts';
import { LINES_BEHIND } from '#shared/statements/linesBehind.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { useFindPlace } from '#console/views/resourcePlaces.ts';

interface FigureCellProps {
  text: string;
  /** What the row tells of. */
  item: string;
  /** Filter of the ledger that finds what the figure sums up, or null if none does. */
  behind: Filter | null;
  isQuiet?: boolean;
}

/** A figure that leads to the lines of the ledger behind it, where the user's menu has their list. */
export function FigureCell({ text, item, behind, isQuiet = false }: FigureCellProps) {
  const { translate } = useFormatContext();
  const place = useFindPlace()(LINES_BEHIND);
  return (
    <TableCell align="right" sx={isQuiet ? { color: 'text.secondary' } : undefined}>
      {behind && place ? (
        <MuiLink
          component={Link}
          to={`${place.basePath}?${new URLSearchParams({ filter: JSON.stringify(behind) })}`}
          color="inherit"
          underline="hover"
          aria-label={`${text} ${translate('statement.behind', { item })}`}
          sx={figureLink}
        >
          {text}
        </MuiLink>
      ) : (
        text
      )}
    </TableCell>
  );
}

/** High enough to be met, on the line of the figures beside it. */
const figureLink = {
  ...{ display: 'inline-flex', alignItems: 'center', minHeight: 24, my: -0.5 },
  textDecorationColor: 'currentcolor',
} as const;
