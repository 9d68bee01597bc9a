import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';

/** One thing that is wrong in a file, and where. */
export function ProblemLine({ problem }: { problem: Omit<ResourceProblem, 'file'> }) {
  const { id, severity, line, column, pointer, text } = problem;
  const translate = useTranslate();
  const Icon = severity === 'error' ? ErrorOutlineIcon : WarningAmberIcon;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Icon
        fontSize="small"
        color={severity}
        titleAccess={translate(`configurationProblems.${severity}`)}
        sx={{ mt: 0.25, flex: 'none' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
        <Typography
          variant="caption"
          color="text.secondary"
          sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', display: 'block', mt: 0.25 }}
        >
          {translate('configurationProblems.place', { line, column })} · {id}
          {pointer === '' ? '' : ` · ${pointer}`}
        </Typography>
      </Box>
    </Box>
  );
}
