import { ToggleButton, ToggleButtonGroup } from '@mui/material';

interface ToggleChoiceProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  choices: readonly Value[];
  /** The pressed choice, or null if it is none of them. */
  value: NoInfer<Value> | null;
  textOf(choice: NoInfer<Value>): string;
  /** Called for another choice than the pressed one. */
  onChoose(choice: NoInfer<Value>): void;
}

/** A few choices as buttons next to each other, one of which is pressed. */
export function ToggleChoice<Value extends string>({
  label,
  choices,
  value,
  textOf,
  onChoose,
}: ToggleChoiceProps<Value>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_event, choice: Value | null) => choice !== null && onChoose(choice)}
      sx={wrapping}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice} value={choice}>
          {textOf(choice)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/**
 * The first button of a further line needs the border that it otherwise shares with the one before it, and starts where
 * the first line does.
 */
const wrapping = {
  flexWrap: 'wrap',
  rowGap: 0.5,
  '& > .MuiToggleButton-root': {
    flex: 'none',
    ml: 0,
    mr: '-1px',
    px: { xs: 1, sm: 1.5 },
    borderLeftColor: 'divider',
  },
  '& > .MuiToggleButton-root:not(.Mui-selected, :hover)': { bgcolor: 'background.paper' },
} as const;
