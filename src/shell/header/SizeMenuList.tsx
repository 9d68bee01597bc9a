import { MenuItem } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { HeaderMenuList, type OpenMenu } from './HeaderMenuList.tsx';
import { useSize, SIZES, type Size } from '../SizeProvider.tsx';

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
