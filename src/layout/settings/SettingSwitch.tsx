import { FormControlLabel, Switch } from '@mui/material';

interface SettingSwitchProps {
  label: string;
  isOn: boolean;
  turn: (isOn: boolean) => void;
}

export function SettingSwitch({ label, isOn, turn }: SettingSwitchProps) {
  return (
    <FormControlLabel
      label={label}
      labelPlacement="start"
      control={<Switch size="small" checked={isOn} onChange={(_event, checked) => turn(checked)} />}
      sx={{ justifyContent: 'space-between', gap: 2, m: 0, minHeight: 36 }}
    />
  );
}
