import { Box, useTheme } from '@mui/material';
import { type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import type { ResourceProblem } from '#shared/contract/resourceProblems.ts';

/** A place in a text, counted from 1. */
interface TextPlace {
  line: number;
  column: number;
}

export interface DeclarationTextHandle {
  /** Moves the cursor there. */
  goTo(place: TextPlace): void;
}

interface DeclarationTextProps {
  ref: Ref<DeclarationTextHandle>;
  label: string;
  text: string;
  /** Their lines are marked. */
  problems: readonly ResourceProblem[];
  onChange(text: string): void;
}

const LINE_REM = 1.25;

/** A text with numbered lines. Its own undo is the browser's. */
export function DeclarationText({ ref, label, text, problems, onChange }: DeclarationTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { palette } = useTheme();
  const lines = useMemo(() => text.split('\n'), [text]);
  const marked = useMemo(() => new Map(problems.map(({ line, severity }) => [line, severity])), [problems]);
  useImperativeHandle(ref, () => ({
    goTo({ line, column }) {
      const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
      const { current } = area;
      if (!current) return;
      current.focus();
      current.setSelectionRange(at, at);
      current.parentElement?.parentElement?.scrollTo({ top: (line - 5) * LINE_REM * 16 });
    },
  }));
  const font = { fontFamily: 'monospace', fontSize: '0.8125rem', lineHeight: `${LINE_REM}rem` } as const;
  return (
    <Box
      sx={{
        display: 'flex',
        maxHeight: { xs: '60vh', lg: 'calc(100vh - 220px)' },
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus-within': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -1 },
      }}
    >
      <Box
        aria-hidden
        sx={{ ...font, py: 1, textAlign: 'end', color: 'text.secondary', userSelect: 'none', flex: 'none' }}
      >
        {lines.map((_, at) => {
          const severity = marked.get(at + 1);
          return (
            <Box
              key={at}
              sx={{ px: 1, ...(severity && { bgcolor: `${severity}.main`, color: `${severity}.contrastText` }) }}
            >
              {at + 1}
            </Box>
          );
        })}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          component="textarea"
          ref={area}
          aria-label={label}
          aria-invalid={problems.some(({ severity }) => severity === 'error')}
          value={text}
          rows={lines.length}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={({ target }: React.ChangeEvent<HTMLTextAreaElement>) => onChange(target.value)}
          sx={{
            ...font,
            display: 'block',
            width: '100%',
            p: 1,
            m: 0,
            border: 0,
            outline: 'none',
            resize: 'none',
            overflowY: 'hidden',
            overflowX: 'auto',
            bgcolor: 'transparent',
            color: 'text.primary',
            tabSize: 2,
          }}
        />
      </Box>
    </Box>
  );
}
