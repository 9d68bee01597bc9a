import UpIcon from '@mui/icons-material/ArrowUpward';
import DownIcon from '@mui/icons-material/ArrowDownward';
import RemoveIcon from '@mui/icons-material/DeleteOutline';
import { IconButton } from '@mui/material';
import { memo } from 'react';
import { useFormatContext } from '../../ui/FormatContext.ts';

interface RowButtonsProps {
  /** Where the texts are. */
  texts: 'formLines' | 'formGroups';
  index: number;
  isLast: boolean;
  disabled: boolean;
  /** Null if the user can't order the rows. */
  onMove: ((from: number, to: number) => void) | null;
  /** Null if the user may not remove the row. */
  onRemove: ((index: number) => void) | null;
}

/** The buttons of a row in a form. */
export const RowButtons = memo(function RowButtons(props: RowButtonsProps) {
  const { texts, index, isLast, disabled, onMove, onRemove } = props;
  const { translate } = useFormatContext();
  const number = index + 1;
  return (
    <>
      {onMove && (
        <>
          <IconButton
            size="small"
            data-button="up"
            aria-label={translate(`${texts}.up`, { number })}
            disabled={disabled || index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <UpIcon fontSize="small" />
          </IconButton>
          <IconButton
            size="small"
            data-button="down"
            aria-label={translate(`${texts}.down`, { number })}
            disabled={disabled || isLast}
            onClick={() => onMove(index, index + 1)}
          >
            <DownIcon fontSize="small" />
          </IconButton>
        </>
      )}
      {onRemove && (
        <IconButton
          size="small"
          data-button="remove"
          aria-label={translate(`${texts}.remove`, { number })}
          disabled={disabled}
          onClick={() => onRemove(index)}
        >
          <RemoveIcon fontSize="small" />
        </IconButton>
      )}
    </>
  );
});
