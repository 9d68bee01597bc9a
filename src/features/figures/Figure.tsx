import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import AboutIcon from '@mui/icons-material/InfoOutlined';
import { Box, IconButton, Link as MuiLink, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { dayInZone, formatAmount, formatRate, tenantZone } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { Link } from '@merchant-console/ra-declared/internal';
import { daysInWords } from './daysInWords.ts';

interface FigureProps {
  name: string;
  /** Shown next to the name. */
  about?: ReactNode;
  text: string;
  /** Accessible name of the link, if the short name alone is ambiguous. */
  fullName?: string;
  to?: string | null;
  /** Visual weight of the figure. A `hero` takes a whole row of the grid. */
  size?: 'hero' | 'main' | 'small';
  comparison?: Comparison;
  isRate?: boolean;
}

/** A figure with its change, linked to what it counts. Must be inside a `dl`. */
export function Figure(props: FigureProps) {
  const { name, fullName = name, about, text, to = null, size = 'small', comparison, isRate = false } = props;
  return (
    <Box sx={{ minWidth: 0, ...(size === 'hero' && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" color="text.secondary">
        {name}
        {about}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography component="div" sx={{ ...VALUE, ...SIZES[size] }}>
          <FigureLink text={text} to={to} name={fullName} />
        </Typography>
        {comparison && <ComparedText comparison={comparison} isRate={isRate} />}
      </Box>
    </Box>
  );
}

const VALUE = { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', fontWeight: 600 } as const;
const SIZES = {
  hero: { fontSize: 'clamp(1.375rem, 1rem + 1.6vw, 1.75rem)', lineHeight: 1.35 },
  main: { fontSize: '1.125rem', lineHeight: 1.45 },
  small: { fontSize: '0.875rem', lineHeight: 1.7 },
} as const;

interface RateFigureProps {
  /** In hundredths of a percent, or null if nothing has finished. */
  rate: number | null;
  before: number | null;
  /** Like that of `compareFigures`. */
  since: string | null;
}

/** A success rate compared with the previous one. */
export function RateFigure({ rate, before, since }: RateFigureProps) {
  const { translate } = useFormatContext();
  return (
    <Figure
      size="main"
      isRate
      name={translate('statistics.success_rate')}
      about={<AboutRate />}
      text={formatRate(rate)}
      comparison={compareRates(rate, before, since)}
    />
  );
}

/** The change of a figure, as text next to an arrow. */
export function ComparedText({ comparison, isRate }: { comparison: Comparison; isRate: boolean }) {
  const { translate, language, clock, currencyData } = useFormatContext();
  const { kind } = comparison;
  const text = () => {
    if (comparison.kind === 'since') {
      const { day } = comparison;
      const today = dayInZone(clock.now(), tenantZone(currencyData));
      return translate('statistics.compared.since', { day: daysInWords({ from: day, to: day }, today, language) });
    }
    if (!('by' in comparison)) return translate(`statistics.compared.${kind}`);
    const by = isRate ? formatAmount(comparison.by, 2) : tenths(comparison.by);
    return translate(`statistics.compared.${kind}_${isRate ? 'points' : 'percent'}`, { by });
  };
  const Icon = { up: UpIcon, down: DownIcon, same: null, none: null, since: null }[kind];
  return (
    <Box
      component="span"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.25, color: 'text.secondary', fontSize: '0.75rem' }}
    >
      {Icon && <Icon aria-hidden sx={{ fontSize: '0.875rem' }} />}
      {text()}
    </Box>
  );
}

/** `125n` → `12.5` */
function tenths(by: bigint): string {
  return `${formatAmount(by / 10n, 0)}.${by % 10n}`;
}

interface FigureLinkProps {
  text: string;
  to: string | null;
  /** Accessible name, if the text alone is ambiguous. */
  name?: string;
  /** `primary` for words, which would otherwise look like plain text. */
  color?: 'inherit' | 'primary';
}

/** A figure linked to the orders that it counts, if the user can see them. */
export function FigureLink({ text, to, name, color = 'inherit' }: FigureLinkProps) {
  if (to === null) return <>{text}</>;
  return (
    <MuiLink
      component={Link}
      to={to}
      color={color}
      underline="hover"
      aria-label={name === undefined ? undefined : `${text} ${name}`}
      sx={LINK}
    >
      {text}
    </MuiLink>
  );
}

/** Large enough for a finger, with the text vertically centred to align with text that isn't a link. */
const LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
} as const;

/** Milliseconds for which it stays after a touch, enough to read it. */
const STAYS_MS = 8_000;

/** Explains, next to its name, what a success rate measures. */
export function AboutRate() {
  const { translate } = useFormatContext();
  return (
    <Tooltip title={translate('statistics.about_rate')} enterTouchDelay={0} leaveTouchDelay={STAYS_MS}>
      <IconButton size="small" color="inherit" sx={{ p: '5px', my: '-5px', verticalAlign: 'middle' }}>
        <AboutIcon sx={{ fontSize: 14 }} />
      </IconButton>
    </Tooltip>
  );
}

/** The change of a figure since the previous period. */
type Comparison =
  /** No relative change, because the earlier figure is zero. */
  | { kind: 'none' }
  | { kind: 'same' }
  /** No change, because the previous period began before the first data, on `day` (`2026-03-08`). */
  | { kind: 'since'; day: string }
  /** `by`: tenths of a percent of the earlier figure, or hundredths of a percentage point of a rate; at least 1. */
  | { kind: 'up' | 'down'; by: bigint };

/**
 * Compares whole numbers, such as minor units or counts.
 * @param before null if there was no activity
 * @param since day of the first data if the previous period began earlier, otherwise null
 */
export function compareFigures(now: bigint, before: bigint | null, since: string | null = null): Comparison {
  if (since !== null) return { kind: 'since', day: since };
  if (before === null || before === 0n) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  const share = halfUp((magnitude(now - before) * 1_000n * 2n) / magnitude(before));
  return { kind: now > before ? 'up' : 'down', by: share === 0n ? 1n : share };
}

/** Compares rates in hundredths of a percent, or null without a rate. @param since like that of `compareFigures` */
export function compareRates(now: number | null, before: number | null, since: string | null = null): Comparison {
  if (since !== null) return { kind: 'since', day: since };
  if (now === null || before === null) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  return { kind: now > before ? 'up' : 'down', by: BigInt(Math.abs(now - before)) };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
/** @param doubled twice the value to round */
const halfUp = (doubled: bigint) => (doubled + 1n) / 2n;
