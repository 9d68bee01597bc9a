import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase, Collapse } from '@mui/material';
import { useId, useState } from 'react';
import { NOTIFY_ACKNOWLEDGED, type NotifyAttempt } from '#shared/contract/notifyAttempts.ts';
import { useFormatContext, type FormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { AttemptDetails } from './AttemptDetails.tsx';
import { AttemptIcon } from './AttemptIcon.tsx';

const line = {
  ...{ width: '100%', minHeight: 44, py: 0.75, px: 0.5, gap: 1.25, borderRadius: 1 },
  ...{ justifyContent: 'flex-start', alignItems: 'flex-start', textAlign: 'start' },
  '&:hover': { backgroundColor: 'action.hover' },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
};

/** One post in a line; opened, what was sent and what came back. */
export function AttemptItem({ attempt }: { attempt: NotifyAttempt }) {
  const context = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        sx={line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <AttemptIcon result={attempt.result} />
        <Box component="span" sx={{ flex: 1, minWidth: 0, fontSize: '0.875rem', lineHeight: 1.5 }}>
          <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
            {resultInWords(attempt, context)}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {aside(attempt, context)}
          </Box>
        </Box>
        <ExpandMoreIcon
          aria-hidden
          sx={{ color: 'text.secondary', transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 150ms' }}
        />
      </ButtonBase>
      <Collapse in={isOpen} mountOnEnter unmountOnExit>
        <Box id={detailsId} sx={{ pl: { xs: 0.5, sm: 4.25 }, pr: 0.5, pb: 2, pt: 0.5 }}>
          <AttemptDetails attempt={attempt} />
        </Box>
      </Collapse>
    </Box>
  );
}

function resultInWords({ result, response }: NotifyAttempt, { translate }: FormatContext): string {
  const args = { status: response?.status ?? '', word: NOTIFY_ACKNOWLEDGED };
  return translate(`notifyAttempts.results.${result ?? 'sending'}`, args);
}

/** `2026-11-20 12:00:00 · 120 ms · by Ana` */
function aside({ at, duration_ms: ms, sent_by: name }: NotifyAttempt, context: FormatContext): string {
  const { language, translate } = context;
  const unit = { style: 'unit', unit: 'millisecond' } as const;
  return [
    formatInstant(at, context),
    ms !== null && new Intl.NumberFormat(language, unit).format(ms),
    name !== null && translate('notifyAttempts.by', { name }),
  ]
    .filter(Boolean)
    .join(' · ');
}
