import { Tooltip } from '@mui/material';
import type { ReactElement } from 'react';

interface SidebarHintProps {
  title: string;
  children: ReactElement;
}

/** The name of an entry of the closed sidebar, beside its icon. */
export function SidebarHint({ title, children }: SidebarHintProps) {
  return (
    <Tooltip title={title} placement="right">
      {children}
    </Tooltip>
  );
}
