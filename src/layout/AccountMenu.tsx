import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import { Divider, MenuItem, Typography } from '@mui/material';
import { useGetIdentity, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { HeaderMenu } from './HeaderMenu.tsx';

interface AccountMenuProps {
  /** Address of the user's own settings, if the menu lists them. */
  profile: string | null;
  signOut: () => void;
}

export function AccountMenu({ profile, signOut }: AccountMenuProps) {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  return (
    <>
      <Typography noWrap color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' }, maxWidth: 200, ml: 1 }}>
        {identity?.fullName}
      </Typography>
      <HeaderMenu name={translate('shell.account')} icon={<AccountCircle />}>
        {profile !== null && (
          <MenuItem component={Link} to={profile}>
            {translate('shell.profile')}
          </MenuItem>
        )}
        <MenuItem component={Link} to="/">
          {translate('shell.dashboard')}
        </MenuItem>
        <Divider />
        <MenuItem onClick={signOut}>{translate('shell.log_out')}</MenuItem>
      </HeaderMenu>
    </>
  );
}
