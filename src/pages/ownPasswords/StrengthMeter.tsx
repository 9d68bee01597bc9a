import { Box } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useSettled } from '#console/fieldTypes/inputs/useSettled.ts';
import { outOfSight } from '#console/views/state/outOfSight.ts';
import { passwordStrength, STRENGTHS } from '#shared/passwords/passwordStrength.ts';

const COLORS = { weak: 'error.main', fair: 'warning.main', good: 'success.main', strong: 'success.main' };
/** Said once typing rests, not at each letter. */
const PAUSE_MS = 600;

/** How hard a password is to guess: in words, and as so many of four bars. */
export function StrengthMeter({ password }: { password: string }) {
  const { translate } = useFormatContext();
  const settled = useSettled(password, PAUSE_MS);
  const inWords = (text: string) =>
    text === ''
      ? ''
      : translate('ownPasswords.strength', { strength: translate(`ownPasswords.strengths.${passwordStrength(text)}`) });
  const strength = passwordStrength(password);
  const bars = password === '' ? 0 : STRENGTHS.indexOf(strength) + 1;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 20 }}>
      <Box aria-hidden="true" sx={{ display: 'flex', gap: 0.5, flex: '0 0 128px' }}>
        {STRENGTHS.map((step, at) => (
          <Box
            key={step}
            sx={{
              flex: 1,
              height: 6,
              borderRadius: 3,
              bgcolor: at < bars ? COLORS[strength] : 'action.disabledBackground',
            }}
          />
        ))}
      </Box>
      <Box aria-hidden="true" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {inWords(password)}
      </Box>
      <Box role="status" sx={outOfSight}>
        {inWords(settled)}
      </Box>
    </Box>
  );
}
