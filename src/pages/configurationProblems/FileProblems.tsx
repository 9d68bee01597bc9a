import { Box, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';
import { ProblemLine } from '#console/views/declaration/ProblemLine.tsx';

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
