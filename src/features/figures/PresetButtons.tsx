import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { presetOf, type DatePresets, type DayRange } from '#console/fields/datetime/datePresets.ts';

interface PresetButtonsProps {
  /** Accessible name of the group. */
  name: string;
  presets: DatePresets;
  today: string;
  period: DayRange;
  textOf(key: string): string;
  onChoose(range: DayRange): void;
}

/** Buttons for common periods, next to each other. The current one is marked. */
export function PresetButtons({ name, presets, today, period, textOf, onChoose }: PresetButtonsProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={name}
      value={presetOf(period, today, presets)}
      // The first button of a wrapped line needs the left border that it otherwise shares with the previous one.
      sx={{ flexWrap: 'wrap', rowGap: 0.5, '& > .MuiToggleButton-root': { flex: 'none', borderLeftColor: 'divider' } }}
    >
      {Object.entries(presets).map(([key, rangeOf]) => (
        <ToggleButton key={key} value={key} onClick={() => onChoose(rangeOf(today))} sx={{ px: 1.5 }}>
          {textOf(key)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
