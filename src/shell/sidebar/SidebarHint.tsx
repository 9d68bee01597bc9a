import { Tooltip } from '@mui/material';
import type { ReactElement } from 'react';

interface SidebarHintProps {
  title: string;
  children: ReactElement;
}

/** Tooltip with the name of an entry of the closed sidebar. */
export function SidebarHint({ title, children }: SidebarHintProps) {
  return (
    <Tooltip title={title} placement="right">
      {children}
    </Tooltip>
  );
}
