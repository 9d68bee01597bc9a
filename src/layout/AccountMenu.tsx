import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import { Typography } from '@mui/material';
import { useGetIdentity, useTranslate } from 'react-admin';
import { onDemand } from '#console/loading/onDemand.tsx';
import type { AccountMenuProps } from './AccountMenuList.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';

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
