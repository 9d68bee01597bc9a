import { Box, TextField } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { readHexColor } from './readHexColor.ts';

/** The browser's picker tells of each colour on the way: the whole console is drawn in those at which it rests. */
const PAUSE_MS = 120;
const EXAMPLE = '#1890ff';

interface CustomColorProps {
  /** `#rrggbb` */
  color: string;
  onChange: (color: string) => void;
}

/** Any colour: picked, or typed as it stands in a brand's guidelines. */
export function CustomColor({ color, onChange }: CustomColorProps) {
  const translate = useTranslate();
  const [text, setText] = useState(color);
  const [seen, setSeen] = useState(color);
  const picked = readHexColor(text);
  if (color !== seen) {
    setSeen(color);
    if (color !== picked) setText(color);
  }
  const choose = useEffectEvent(() => {
    if (picked !== null && picked !== color) onChange(picked);
  });
  useEffect(() => {
    const timer = setTimeout(() => choose(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box
        component="input"
        type="color"
        aria-label={translate('shell.drawer.pick_color')}
        value={picked ?? color}
        onChange={(event) => setText(event.target.value)}
        sx={well}
      />
      <TextField
        fullWidth
        label={translate('shell.drawer.custom_color')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => setText(picked ?? color)}
        error={picked === null}
        helperText={picked === null && translate('shell.drawer.color_format', { example: EXAMPLE })}
        slotProps={{ htmlInput: { maxLength: 9, spellCheck: false, autoComplete: 'off' } }}
      />
    </Box>
  );
}

const well = {
  flex: 'none',
  width: 40,
  height: 'var(--input-height)',
  p: '3px',
  border: 1,
  borderRadius: 1,
  borderColor: 'action.disabled',
  backgroundColor: 'transparent',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
};
