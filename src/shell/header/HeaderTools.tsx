import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import { IconButton, Typography } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useNotify, useTranslate, useGetIdentity } from 'react-admin';
import Translate from '@mui/icons-material/Translate';
import FormatSize from '@mui/icons-material/FormatSize';
import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { ErrorLogButton } from '../errorLog/ErrorLogButton.tsx';
import { MenuSearch } from '../search/MenuSearch.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';
import type { AccountMenuProps } from './AccountMenuList.tsx';

/** What the header offers besides the way and the account; a narrow screen has no room for it. */
export function HeaderTools() {
  return (
    <>
      <ErrorLogButton />
      <MenuSearch />
      <FullScreenButton />
      <SizeMenu />
      <LanguageMenu />
    </>
  );
}

/** Told by the document: Escape leaves full screen without a word to the button. */
function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
const isFull = () => Boolean(document.fullscreenElement);

function FullScreenButton() {
  const translate = useTranslate();
  const notify = useNotify();
  const full = useSyncExternalStore(subscribe, isFull);

  async function toggle(): Promise<void> {
    try {
      if (isFull()) await document.exitFullscreen();
      else if (document.fullscreenEnabled) await document.documentElement.requestFullscreen();
      else notify('shell.full_screen_unsupported', { type: 'warning' });
    } catch {
      notify('shell.full_screen_unsupported', { type: 'warning' });
    }
  }

  return (
    <IconButton
      aria-label={translate('shell.full_screen')}
      aria-pressed={full}
      onClick={() => void toggle()}
      sx={{ color: 'text.secondary' }}
    >
      {full ? <FullscreenExit fontSize="small" /> : <Fullscreen fontSize="small" />}
    </IconButton>
  );
}

const LanguageMenuList = onDemand(async () => (await import('./LanguageMenuList.tsx')).LanguageMenuList);

function LanguageMenu() {
  const translate = useTranslate();
  return (
    <HeaderMenu name={translate('shell.language')} icon={<Translate fontSize="small" />} part={LanguageMenuList}>
      {(menu) => <LanguageMenuList {...menu} />}
    </HeaderMenu>
  );
}

const SizeMenuList = onDemand(async () => (await import('./SizeMenuList.tsx')).SizeMenuList);

function SizeMenu() {
  const translate = useTranslate();
  return (
    <HeaderMenu name={translate('shell.size')} icon={<FormatSize fontSize="small" />} part={SizeMenuList}>
      {(menu) => <SizeMenuList {...menu} />}
    </HeaderMenu>
  );
}

const AccountMenuList = onDemand(async () => (await import('./AccountMenuList.tsx')).AccountMenuList);

export function AccountMenu(props: AccountMenuProps) {
  const translate = useTranslate();
  const name = useGetIdentity().identity?.fullName;
  return (
    <>
      {!props.isNarrow && (
        <Typography noWrap color="text.secondary" sx={{ maxWidth: 200, ml: 1 }}>
          {name}
        </Typography>
      )}
      <HeaderMenu name={translate('shell.account')} icon={<AccountCircle />} part={AccountMenuList}>
        {(menu) => <AccountMenuList {...props} {...menu} userName={name} />}
      </HeaderMenu>
    </>
  );
}
