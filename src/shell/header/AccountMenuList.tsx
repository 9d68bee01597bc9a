import { Divider, ListSubheader, MenuItem } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ACCOUNT_ADDRESS } from '../menu/routeTable.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { HeaderMenuList, type OpenMenu } from './HeaderMenuList.tsx';
import { languageItems } from './LanguageMenuList.tsx';
import { useLanguageChoice } from '../useLanguageChoice.ts';

export interface AccountMenuProps {
  /** Address of the user's own settings, if the menu lists them. */
  profile: string | null;
  signOut: () => void;
  /** On a narrow screen the header has no room for the languages, nor for the user's name. */
  isNarrow: boolean;
}

interface AccountMenuListProps extends OpenMenu, AccountMenuProps {
  userName: string | undefined;
}

export function AccountMenuList({ profile, signOut, isNarrow, userName, ...menu }: AccountMenuListProps) {
  const translate = useTranslate();
  const languages = useLanguageChoice();
  return (
    <HeaderMenuList {...menu}>
      {isNarrow && userName && <Heading key="name">{userName}</Heading>}
      <MenuItem component={Link} to={ACCOUNT_ADDRESS}>
        {translate('menu.account')}
      </MenuItem>
      {profile !== null && (
        <MenuItem component={Link} to={profile}>
          {translate('shell.profile')}
        </MenuItem>
      )}
      <MenuItem component={Link} to="/">
        {translate('shell.dashboard')}
      </MenuItem>
      {isNarrow && [
        <Divider key="divider" />,
        <Heading key="heading">{translate('shell.language')}</Heading>,
        ...languageItems(languages),
      ]}
      <Divider />
      <MenuItem onClick={signOut}>{translate('shell.log_out')}</MenuItem>
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
/** The keyboard passes over it. */
Heading.muiSkipListHighlight = true;
