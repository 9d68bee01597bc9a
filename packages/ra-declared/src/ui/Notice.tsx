import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  /** True if the title is also the page's heading. */
  isPage?: boolean;
  text?: string;
  /** Use `alert` for failures, which screen readers announce immediately. */
  role?: 'alert' | 'status';
  icon?: ReactNode;
  action?: { label: string; onClick(): void };
  children?: ReactNode;
}

/** Shown in place of missing content. Says why there is none and what the user can do. */
export function Notice({ title, text, role = 'status', isPage = false, icon, action, children }: NoticeProps) {
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 0.5,
        px: 3,
        py: 8,
        textAlign: 'center',
        '& > svg': { fontSize: 40, color: 'text.disabled', mb: 1 },
      }}
    >
      {icon}
      <Typography component={isPage ? 'h1' : 'p'} variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {text && (
        <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 480 }}>
          {text}
        </Typography>
      )}
      {children}
      {action && (
        <Button variant="outlined" size="small" onClick={action.onClick} sx={{ mt: 2 }}>
          {action.label}
        </Button>
      )}
    </Box>
  );
}
