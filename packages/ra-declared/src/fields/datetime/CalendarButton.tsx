import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import { Box, IconButton, InputAdornment } from '@mui/material';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { readCalendarText, showCalendarText, type CalendarKind } from './calendarText.ts';

interface CalendarButtonProps {
  kind: CalendarKind;
  /** Label of the field. */
  label: string;
  /** Text of the field, readable or not. */
  text: string;
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean;
  /** Receives the chosen day or time as users type it, or '' if the user clears it. */
  onPick(text: string): void;
}

/**
 * Opens the browser's calendar beside a text field. The browser's own date input would show days in the computer's
 * format, while all other dates of the console have one format.
 */
export function CalendarButton({ kind, label, text, min, max, disabled = false, onPick }: CalendarButtonProps) {
  const translate = useTranslate();
  const native = useRef<HTMLInputElement>(null);
  return (
    <InputAdornment position="end" sx={{ position: 'relative', ml: 0 }}>
      <Box
        component="input"
        ref={native}
        type={kind}
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={readCalendarText(text, kind) ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => onPick(showCalendarText(target.value))}
        // Positioned at the field, because the calendar opens beside it.
        sx={{
          position: 'absolute',
          insetInlineEnd: 0,
          bottom: 0,
          width: 1,
          height: '1px',
          opacity: 0,
          border: 0,
          p: 0,
        }}
        style={{ pointerEvents: 'none' }}
      />
      <IconButton
        edge="end"
        size="small"
        disabled={disabled}
        aria-label={translate('fieldTypes.open_calendar', { field: label })}
        onClick={() => native.current?.showPicker()}
      >
        <CalendarIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
}
