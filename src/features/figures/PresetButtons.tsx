import { presetOf, type DatePresets, type DayRange } from '#console/fields/datetime/datePresets.ts';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';

interface PresetButtonsProps {
  /** Accessible name of the group. */
  name: string;
  presets: DatePresets;
  today: string;
  period: DayRange;
  textOf(key: string): string;
  onChoose(range: DayRange): void;
}

/** Buttons for common periods. The current one is pressed. */
export function PresetButtons({ name, presets, today, period, textOf, onChoose }: PresetButtonsProps) {
  return (
    <ToggleChoice
      label={name}
      choices={Object.keys(presets)}
      value={presetOf(period, today, presets)}
      textOf={textOf}
      onChoose={(key) => presets[key] && onChoose(presets[key](today))}
    />
  );
}
