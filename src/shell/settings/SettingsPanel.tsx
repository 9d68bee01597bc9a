import {
  Box,
  Divider,
  Typography,
  FormControlLabel,
  Switch,
  FormControl,
  FormLabel,
  ToggleButton,
  ToggleButtonGroup,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { useId, useEffect, useEffectEvent, useState } from 'react';
import CheckIcon from '@mui/icons-material/Check';
import { useLanguage } from '../useLabel.ts';
import { useShellSettings, COLOR_SCHEMES, type ShellSettings } from './shellSettingsStore.ts';

/** All settings of the shell. Changes apply immediately. */
export function SettingsPanel() {
  const translate = useTranslate();
  const isChinese = useLanguage() === 'zh';
  const { settings, isRemembered, change, remember } = useShellSettings();
  const switchOf = (name: 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'pinyinSearch', label: string) => (
    <SettingSwitch label={label} isOn={settings[name]} turn={(isOn) => change({ [name]: isOn })} />
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2.5 }}>
      <Typography variant="h6" component="h2">
        {translate('shell.settings')}
      </Typography>
      <PresetColors color={settings.themeColor} onChange={(themeColor) => change({ themeColor })} />
      <CustomColor color={settings.themeColor} onChange={(themeColor) => change({ themeColor })} />
      <SchemeChoice scheme={settings.colorScheme} onChange={(colorScheme) => change({ colorScheme })} />
      <Divider />
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        {switchOf('tagsView', translate('shell.drawer.tags_view'))}
        {switchOf('fixedHeader', translate('shell.drawer.fixed_header'))}
        {switchOf('sidebarLogo', translate('shell.drawer.sidebar_logo'))}
        {isChinese && switchOf('pinyinSearch', translate('shell.drawer.pinyin_search'))}
      </Box>
      <Divider />
      <SettingSwitch label={translate('shell.drawer.remember')} isOn={isRemembered} turn={remember} />
    </Box>
  );
}

function SettingSwitch({ label, isOn, turn }: { label: string; isOn: boolean; turn: (isOn: boolean) => void }) {
  return (
    <FormControlLabel
      label={label}
      labelPlacement="start"
      control={<Switch size="small" checked={isOn} onChange={(_event, checked) => turn(checked)} />}
      sx={{ justifyContent: 'space-between', gap: 2, m: 0, minHeight: 36 }}
    />
  );
}

interface SchemeChoiceProps {
  scheme: ShellSettings['colorScheme'];
  onChange: (scheme: ShellSettings['colorScheme']) => void;
}

function SchemeChoice({ scheme, onChange }: SchemeChoiceProps) {
  const translate = useTranslate();
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId} focused={false} sx={{ mb: 0.75, fontSize: '0.875rem', color: 'text.primary' }}>
        {translate('shell.drawer.appearance')}
      </FormLabel>
      <ToggleButtonGroup exclusive fullWidth size="small" color="primary" value={scheme} aria-labelledby={labelId}>
        {COLOR_SCHEMES.map((one) => (
          <ToggleButton key={one} value={one} onClick={() => onChange(one)} sx={{ px: 0.5, py: 0.5 }}>
            {translate(`shell.drawer.schemes.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FormControl>
  );
}

interface ColorProps {
  /** `#rrggbb` */
  color: string;
  onChange: (color: string) => void;
}

function PresetColors({ color, onChange }: ColorProps) {
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
  // Makes the darkest colours visible on dark paper.
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

/** Preset theme colours. Each has a name in the texts. */
export const PRESET_COLORS = {
  blue: '#1890ff',
  sky: '#409eff',
  teal: '#13c2c2',
  green: '#11a983',
  red: '#f5222d',
  violet: '#6959cd',
  slate: '#304156',
  graphite: '#212121',
} as const;

/**
 * Pause in milliseconds before a colour applies. The browser's picker reports every colour in between, and each would
 * re-render the whole console.
 */
const PAUSE_MS = 120;
const EXAMPLE = '#1890ff';

/** Any theme colour, picked or typed. */
function CustomColor({ color, onChange }: ColorProps) {
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

/** Reads `#rrggbb`, with or without the `#`. Null if the text isn't a colour. */
export function readHexColor(text: string): string | null {
  const digits = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}
