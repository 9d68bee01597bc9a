import { Divider, ListSubheader, MenuItem, Menu } from '@mui/material';
import { useGetIdentity, useTranslate, useNotify } from 'react-admin';
import { z } from 'zod';
import { ACCOUNT_ADDRESS } from '../menu/routeTable.ts';
import { Link } from '@merchant-console/ra-declared/internal';
import type { Sides } from '../testMode/useTestMode.ts';
import { useLanguageChoice } from '../useLanguageChoice.ts';
import type { ReactNode } from 'react';
import Check from '@mui/icons-material/Check';
import { LANGUAGE_NAMES, LANGUAGES } from '@merchant-console/declaration/languages';
import { useSize, SIZES, type Size } from '../SizeProvider.tsx';

export interface AccountMenuProps {
  /** Address of the user's own settings, if the menu lists them. */
  profile: string | null;
  signOut: () => void;
  /** True on a narrow screen, where the menu also holds the languages and the user's name. */
  isNarrow: boolean;
  sides: Sides;
}

/** What another back end lacks, in the user's identity. */
const lacksSchema = z.array(z.string());

interface AccountMenuListProps extends OpenMenu, AccountMenuProps {
  userName: string | undefined;
}

export function AccountMenuList({ profile, signOut, isNarrow, userName, sides, ...menu }: AccountMenuListProps) {
  const translate = useTranslate();
  const languages = useLanguageChoice();
  const lacks = lacksSchema.safeParse(useGetIdentity().identity?.['lacks']).data;
  return (
    <HeaderMenuList {...menu}>
      {isNarrow && userName && <Heading key="name">{userName}</Heading>}
      {!lacks?.includes('account') && (
        <MenuItem component={Link} to={ACCOUNT_ADDRESS}>
          {translate('menu.account')}
        </MenuItem>
      )}
      {profile !== null && (
        <MenuItem component={Link} to={profile}>
          {translate('shell.profile')}
        </MenuItem>
      )}
      {!lacks?.includes('dashboard') && (
        <MenuItem component={Link} to="/">
          {translate('shell.dashboard')}
        </MenuItem>
      )}
      {isNarrow && sides.switchSide && (
        <MenuItem onClick={() => sides.switchSide?.()}>
          {translate(sides.isTest ? 'testMode.leave' : 'testMode.enter')}
        </MenuItem>
      )}
      {isNarrow && [
        <Divider key="divider" />,
        <Heading key="heading">{translate('shell.language')}</Heading>,
        ...languageItems(languages),
      ]}
      {!lacks?.includes('signIn') && [
        <Divider key="end" />,
        <MenuItem key="sign out" onClick={signOut}>
          {translate('shell.log_out')}
        </MenuItem>,
      ]}
    </HeaderMenuList>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <ListSubheader role="presentation" disableSticky sx={{ lineHeight: 2.5, backgroundColor: 'transparent' }}>
      {children}
    </ListSubheader>
  );
}
/** Skipped by the keyboard. */
Heading.muiSkipListHighlight = true;

/** An open menu of the header. */
export interface OpenMenu {
  id: string;
  name: string;
  /** Container within the header, so that the menu is inside a landmark. */
  container: HTMLElement | null;
  anchor: HTMLElement;
  onClose: () => void;
}

interface HeaderMenuListProps extends OpenMenu {
  /** Entries. Selecting any of them closes the menu. */
  children: ReactNode;
}

function HeaderMenuList({ id, name, container, anchor, onClose, children }: HeaderMenuListProps) {
  return (
    <Menu
      open
      id={id}
      container={container}
      anchorEl={anchor}
      onClose={onClose}
      onClick={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': name }, paper: { sx: { minWidth: 180 } } }}
    >
      {children}
    </Menu>
  );
}

export function LanguageMenuList(menu: OpenMenu) {
  return <HeaderMenuList {...menu}>{languageItems(useLanguageChoice())}</HeaderMenuList>;
}

/** All languages by their own names. The current one is disabled. An array, because MUI's menu requires one. */
function languageItems({ current, choose }: ReturnType<typeof useLanguageChoice>) {
  return LANGUAGES.map((language) => {
    const isCurrent = language === current;
    return (
      <MenuItem
        key={language}
        lang={language}
        selected={isCurrent}
        disabled={isCurrent}
        aria-current={isCurrent || undefined}
        onClick={() => choose(language)}
        // Readable although it is disabled.
        sx={{ gap: 2, '&.Mui-disabled': { opacity: 0.75 } }}
      >
        {LANGUAGE_NAMES[language]}
        {isCurrent && <Check fontSize="small" sx={{ ml: 'auto' }} />}
      </MenuItem>
    );
  });
}

/** The product's wording in every language. */
const SWITCHED = 'Switch Size Success';

export function SizeMenuList(menu: OpenMenu) {
  const translate = useTranslate();
  const notify = useNotify();
  const { size: current, choose } = useSize();

  function change(size: Size): void {
    choose(size);
    notify(SWITCHED, { type: 'success' });
  }

  return (
    <HeaderMenuList {...menu}>
      {SIZES.map((size) => (
        <MenuItem key={size} selected={size === current} disabled={size === current} onClick={() => change(size)}>
          {translate(`shell.sizes.${size}`)}
        </MenuItem>
      ))}
    </HeaderMenuList>
  );
}
