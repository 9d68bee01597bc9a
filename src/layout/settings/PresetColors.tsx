import CheckIcon from '@mui/icons-material/Check';
import { Box, FormControl, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { PRESET_COLORS } from './presetColors.ts';

interface PresetColorsProps {
  /** `#rrggbb` */
  color: string;
  onChange: (color: string) => void;
}

export function PresetColors({ color, onChange }: PresetColorsProps) {
  const translate = useTranslate();
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId} focused={false} sx={{ mb: 0.5, fontSize: '0.875rem', color: 'text.primary' }}>
        {translate('shell.drawer.theme_color')}
      </FormLabel>
      <RadioGroup row aria-labelledby={labelId} value={color} onChange={(_event, value) => onChange(value)} sx={grid}>
        {Object.entries(PRESET_COLORS).map(([key, preset]) => {
          const name = translate(`shell.drawer.colors.${key}`);
          return (
            <Radio
              key={key}
              value={preset}
              title={name}
              icon={<Swatch color={preset} />}
              checkedIcon={<Swatch color={preset} isChosen />}
              slotProps={{ input: { 'aria-label': name } }}
              sx={radio}
            />
          );
        })}
      </RadioGroup>
    </FormControl>
  );
}

const grid = { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 1 };
const radio = { display: 'block', p: 0, borderRadius: 1 };

function Swatch({ color, isChosen = false }: { color: string; isChosen?: boolean }) {
  return (
    <Box component="span" sx={swatch} style={{ backgroundColor: color }}>
      {isChosen && <CheckIcon />}
    </Box>
  );
}

const swatch = {
  display: 'grid',
  placeItems: 'center',
  height: 32,
  borderRadius: 1,
  // The darkest ones are to be seen on dark paper, too.
  border: 1,
  borderColor: 'action.disabled',
  '& svg': {
    fontSize: 20,
    padding: '2px',
    borderRadius: '50%',
    color: 'common.black',
    backgroundColor: 'common.white',
  },
};
