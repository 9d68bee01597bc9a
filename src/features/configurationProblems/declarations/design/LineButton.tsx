import { IconButton } from '@mui/material';
import type { ReactNode } from 'react';

interface LineButtonProps {
  id?: string;
  label: string;
  icon: ReactNode;
  isDisabled: boolean;
  /** What the button shows or hides. */
  expands?: { id: string; isOpen: boolean };
  onClick(): void;
}

/** Keeps the focus while disabled, so that a line can be moved to the end by the keyboard. */
export function LineButton({ id, label, icon, isDisabled, expands, onClick }: LineButtonProps) {
  return (
    <IconButton
      id={id}
      size="small"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      {...(expands && { 'aria-expanded': expands.isOpen, ...(expands.isOpen && { 'aria-controls': expands.id }) })}
      onClick={() => !isDisabled && onClick()}
      sx={isDisabled ? { opacity: 0.38 } : {}}
    >
      {icon}
    </IconButton>
  );
}
