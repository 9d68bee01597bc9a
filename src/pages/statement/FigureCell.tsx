import { Link as MuiLink, TableCell } from '@mui/material';
import type { Entries } from '#shared/statements/entriesBehind.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { useFindPlace } from '#console/views/resourcePlaces.ts';

interface FigureCellProps {
  text: string;
  /** What the row tells of. */
  item: string;
  /** What the figure sums up; null where no list has it. */
  entries: Entries | null;
  isQuiet?: boolean;
}

/** A figure that leads to the ledger entries behind it, where the user's menu has their list. */
export function FigureCell({ text, item, entries, isQuiet = false }: FigureCellProps) {
  const { translate } = useFormatContext();
  const place = useFindPlace()(entries?.resource ?? '');
  return (
    <TableCell align="right" sx={isQuiet ? { color: 'text.secondary' } : undefined}>
      {entries && place ? (
        <MuiLink
          component={Link}
          to={`${place.basePath}?${new URLSearchParams({ filter: JSON.stringify(entries.filter) })}`}
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
