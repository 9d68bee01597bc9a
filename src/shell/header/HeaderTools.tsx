import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import BugReport from '@mui/icons-material/BugReport';
import FormatSize from '@mui/icons-material/FormatSize';
import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import Translate from '@mui/icons-material/Translate';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useGetIdentity, useNotify, useTranslate } from 'react-admin';
import { PanelButton } from '#console/ui/PanelButton.tsx';
import { lazy, prefetchOn } from '@merchant-console/ra-declared/internal';
import { MenuSearch } from '../search/MenuSearch.tsx';
import { TEST_FRAME_COLOR } from '../palettes.ts';
import type { Sides } from '../testMode/useTestMode.ts';
import type { AccountMenuProps, OpenMenu } from './AccountMenuList.tsx';
import { useErrorLog } from '../errorLog/errorLog.ts';

const SizeMenuList = lazy(async () => (await import('./AccountMenuList.tsx')).SizeMenuList);
const LanguageMenuList = lazy(async () => (await import('./AccountMenuList.tsx')).LanguageMenuList);

/** Further tools of the header, hidden on narrow screens. */
export function HeaderTools(sides: Sides) {
  const translate = useTranslate();
  return (
    <>
      <TestModeSwitch {...sides} />
      <ErrorLogButton />
      <MenuSearch />
      <FullScreenButton />
      <HeaderMenu name={translate('shell.size')} icon={<FormatSize fontSize="small" />} part={SizeMenuList}>
        {(menu) => <SizeMenuList {...menu} />}
      </HeaderMenu>
      <HeaderMenu name={translate('shell.language')} icon={<Translate fontSize="small" />} part={LanguageMenuList}>
        {(menu) => <LanguageMenuList {...menu} />}
      </HeaderMenu>
    </>
  );
}

/** The header's switch between live and test data. A button, because MUI's switch would add 4 KB to each first page. */
function TestModeSwitch({ isTest, switchSide }: Sides) {
  const translate = useTranslate();
  if (switchSide === null) return null;
  return (
    <Button
      role="switch"
      aria-checked={isTest}
      size="small"
      variant="outlined"
      color="inherit"
      onClick={() => switchSide()}
      sx={isTest ? testSide : liveSide}
    >
      {translate('testMode.name')}
    </Button>
  );
}

const liveSide = { mx: 0.5, flexShrink: 0, color: 'text.secondary', borderColor: 'divider' };

const testSide = {
  ...liveSide,
  color: '#ffffff',
  borderColor: TEST_FRAME_COLOR,
  '&, &:hover': { bgcolor: TEST_FRAME_COLOR },
};

/** Follows the document, because Escape leaves full screen without the button. */
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

const AccountMenuList = lazy(async () => (await import('./AccountMenuList.tsx')).AccountMenuList);

export function AccountMenu(props: AccountMenuProps) {
  const translate = useTranslate();
  const name = useGetIdentity().identity?.fullName;
  // Without a sign-in, the menu would be empty.
  if (!props.isNarrow && name === '') return null;
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

interface HeaderMenuProps {
  /** Name of the button. */
  name: string;
  icon: ReactNode;
  /** The menu's code is prefetched when the pointer or focus reaches the button. */
  part: { prefetch(): void };
  /** Renders the open menu. */
  children: (menu: OpenMenu) => ReactNode;
}

/** A button of the header that opens a menu below itself. */
function HeaderMenu({ name, icon, part, children }: HeaderMenuProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  return (
    <Box component="span" ref={setContainer}>
      <IconButton
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchOn(part)}
        sx={{ color: 'text.secondary' }}
      >
        {icon}
      </IconButton>
      {anchor && children({ id, name, container, anchor, onClose: () => setAnchor(null) })}
    </Box>
  );
}

const ErrorLogDialog = lazy(async () => (await import('../errorLog/ErrorLogDialog.tsx')).ErrorLogDialog);

/** Opens the errors since the page was loaded. Hidden while there are none. */
function ErrorLogButton() {
  const translate = useTranslate();
  const { errors, clear } = useErrorLog();
  if (errors.length === 0) return null;
  return (
    <PanelButton
      label={translate('shell.error_log')}
      title={translate('shell.error_count', { smart_count: errors.length })}
      icon={<BugReport fontSize="small" color="error" />}
      count={errors.length}
      color="error"
      Panel={ErrorLogDialog}
    >
      {({ onClose }) => (
        <ErrorLogDialog
          errors={errors}
          onClose={onClose}
          onClear={() => {
            onClose();
            clear();
          }}
        />
      )}
    </PanelButton>
  );
}
