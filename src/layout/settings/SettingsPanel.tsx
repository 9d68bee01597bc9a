import { Box, Divider, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../useLabel.ts';
import { CustomColor } from './CustomColor.tsx';
import { PresetColors } from './PresetColors.tsx';
import { SchemeChoice } from './SchemeChoice.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';
import { useShellSettings } from './ShellSettingsContext.ts';

/** All settings; each acts at once. */
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
