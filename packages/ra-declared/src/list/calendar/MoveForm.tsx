import { Box, Button, Popover, Stack, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { readCalendarText } from '../../fields/datetime/calendarText.ts';
import { DayInput } from '../../fields/datetime/DayForm.tsx';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { DayMoves, Held } from './useDayMoves.ts';

interface MoveFormProps {
  held: Held;
  /** The button that it is attached to. */
  anchor: HTMLElement;
  moves: DayMoves;
  today: string;
  onClose(): void;
}

/** Asks for the day to move a record to. */
export function MoveForm({ held, anchor, moves, today, onClose }: MoveFormProps) {
  const { translate } = useFormatContext();
  const [typed, setTyped] = useState(held.day ?? today);
  const [isWrong, setWrong] = useState(false);
  const title = useId();
  const submit = () => {
    const day = readCalendarText(typed, 'date');
    setWrong(day === null);
    if (day === null) return;
    onClose();
    moves.move(held, day, true);
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        sx={{ p: 2, width: 280 }}
      >
        <Typography id={title} variant="subtitle2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
          {translate('tree.move', { name: held.name })}
        </Typography>
        <DayInput
          label={translate('calendar.to_day')}
          value={typed}
          onChange={setTyped}
          problem={isWrong ? translate('filters.date_limits') : ''}
        />
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end', mt: 2 }}>
          <Button size="small" color="inherit" onClick={onClose}>
            {translate('filters.cancel')}
          </Button>
          <Button size="small" type="submit" variant="contained">
            {translate('calendar.move')}
          </Button>
        </Stack>
      </Box>
    </Popover>
  );
}
