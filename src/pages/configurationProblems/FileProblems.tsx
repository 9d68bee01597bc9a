import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';

interface FileProblemsProps {
  file: string;
  problems: readonly ResourceProblem[];
}

/** All that is wrong in one file. */
export function FileProblems({ file, problems }: FileProblemsProps) {
  const translate = useTranslate();
  return (
    <Paper component="section" variant="outlined" aria-label={file}>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          px: 2,
          py: 1.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography component="h2" variant="subtitle2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          resources/{file}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
          {translate('configurationProblems.count', { smart_count: problems.length })}
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {problems.map((problem) => (
          <ProblemLine key={`${problem.id} ${problem.pointer} ${problem.line}:${problem.column}`} problem={problem} />
        ))}
      </Box>
    </Paper>
  );
}

function ProblemLine({ problem: { id, severity, line, column, pointer, text } }: { problem: ResourceProblem }) {
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
        <Typography variant="body2">{text}</Typography>
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
