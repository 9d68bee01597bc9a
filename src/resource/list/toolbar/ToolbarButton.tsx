import { Button, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';

interface ToolbarButtonProps extends Omit<ButtonProps, 'children' | 'startIcon'> {
  label: string;
  icon: ReactNode;
}

/** A button over the list: its name beside its icon, or the icon alone where there is no room. */
export function ToolbarButton({ label, icon, sx, ...props }: ToolbarButtonProps) {
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      aria-label={label}
      title={label}
      {...props}
      sx={[button, ...[sx ?? []].flat()]}
    >
      {icon}
      <span data-name>{label}</span>
    </Button>
  );
}

const button = {
  flex: 'none',
  minWidth: 32,
  height: 'var(--tool-height)',
  px: { xs: 0.75, lg: 1.25 },
  gap: 0.75,
  fontSize: '0.8125rem',
  '&.MuiButton-outlined': { borderColor: 'divider', backgroundColor: 'background.paper' },
  '& svg': { fontSize: 18 },
  '&[aria-pressed=true]': { color: 'primary.main', '&.MuiButton-outlined': { borderColor: 'primary.main' } },
  '& [data-name]': { display: { xs: 'none', lg: 'inline' } },
};
