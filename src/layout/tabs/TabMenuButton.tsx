import ExpandMore from '@mui/icons-material/ExpandMore';
import { IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { MenuPlace } from './TabMenu.tsx';

/** The open tab's menu without a right button: for fingers and for those who look for it. */
export function TabMenuButton({ onOpen }: { onOpen(place: MenuPlace): void }) {
  const translate = useTranslate();
  return (
    <IconButton
      size="small"
      aria-label={translate('shell.page_actions')}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onOpen({ left, top: bottom });
      }}
      sx={{ flex: 'none', width: 34, borderRadius: 0, color: 'text.secondary' }}
    >
      <ExpandMore fontSize="small" />
    </IconButton>
  );
}
