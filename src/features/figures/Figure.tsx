import { Box, Typography, Link as MuiLink, IconButton, Tooltip } from '@mui/material';
import type { ReactNode, ComponentProps } from 'react';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import AboutIcon from '@mui/icons-material/InfoOutlined';
import { formatRate } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { Link } from '#console/ui/router/Link.tsx';

interface FigureProps {
  name: string;
  /** Stands beside the name. */
  about?: ReactNode;
  text: string;
  /** What the link is called, where the name alone would not tell which figure it is. */
  fullName?: string;
  to: string | null;
  /** The larger, the sooner it is to be seen. */
  size?: 'hero' | 'main' | 'small';
  comparison?: Comparison;
  isRate?: boolean;
  /** Takes a row of the grid for itself. */
  isWide?: boolean;
  children?: ReactNode;
}

/** A figure that leads to what it counts, with how it has changed. Within a `dl`. */
export function Figure(props: FigureProps) {
  const {
    name,
    fullName = name,
    about,
    text,
    to,
    size = 'small',
    comparison,
    isRate = false,
    isWide = false,
    children,
  } = props;
  return (
    <Box sx={{ minWidth: 0, ...(isWide && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" color="text.secondary">
        {name}
        {about}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography component="div" sx={{ ...VALUE, ...SIZES[size] }}>
          <FigureLink text={text} to={to} name={fullName} />
        </Typography>
        {comparison && <ComparedText comparison={comparison} isRate={isRate} />}
        {children}
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

interface RateFigureProps extends Pick<ComponentProps<typeof Figure>, 'size'> {
  /** In hundredths of a percent; null where nothing is finished. */
  rate: number | null;
  before: number | null;
}

/** A success rate beside the one before it. */
export function RateFigure({ rate, before, size = 'small' }: RateFigureProps) {
  const { translate } = useFormatContext();
  return (
    <Figure
      {...{ size, to: null, isRate: true }}
      name={translate('statistics.success_rate')}
      about={<AboutRate />}
      text={formatRate(rate)}
      comparison={compareRates(rate, before)}
    />
  );
}

/** How a figure has changed, in words beside the arrow. */
export function ComparedText({ comparison, isRate }: { comparison: Comparison; isRate: boolean }) {
  const { translate } = useFormatContext();
  const { kind } = comparison;
  const Icon = { up: UpIcon, down: DownIcon, same: null, none: null }[kind];
  return (
    <Box
      component="span"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.25, color: 'text.secondary', fontSize: '0.75rem' }}
    >
      {Icon && <Icon aria-hidden sx={{ fontSize: '0.875rem' }} />}
      {'by' in comparison
        ? translate(`statistics.compared.${kind}_${isRate ? 'points' : 'percent'}`, {
            by: isRate ? formatAmount(comparison.by, 2) : tenths(comparison.by),
          })
        : translate(`statistics.compared.${kind}`)}
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
  /** What the figure is of, where the text alone doesn't say it. */
  name?: string;
}

/** A figure that leads to the orders which it counts, where there are any to be seen. */
export function FigureLink({ text, to, name }: FigureLinkProps) {
  if (to === null) return <>{text}</>;
  return (
    <MuiLink
      component={Link}
      to={to}
      color="inherit"
      underline="hover"
      aria-label={name === undefined ? undefined : `${text} ${name}`}
      sx={LINK}
    >
      {text}
    </MuiLink>
  );
}

/** As high as a finger needs, with the text in the middle: on the line of what stands beside it and is no link. */
const LINK = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
  textDecorationColor: 'currentcolor',
} as const;

/** How long it stays after a touch, in milliseconds: as long as reading it takes. */
const STAYS_MS = 8_000;

/** Says, beside its name, what a success rate is the share of. */
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

/** How a figure stands to that of the period before. */
type Comparison =
  /** Nothing was there before: no share can be told. */
  | { kind: 'none' }
  | { kind: 'same' }
  /** `by`: tenths of a percent of the earlier figure, or hundredths of a percentage point of a rate; at least 1. */
  | { kind: 'up' | 'down'; by: bigint };

/**
 * Compares whole numbers, such as minor units or counts.
 * @param before null: there was no business at all
 */
export function compareFigures(now: bigint, before: bigint | null): Comparison {
  if (before === null || before === 0n) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  const share = halfUp((magnitude(now - before) * 1_000n * 2n) / magnitude(before));
  return { kind: now > before ? 'up' : 'down', by: share === 0n ? 1n : share };
}

/** Compares rates in hundredths of a percent; null: there was nothing to have a rate. */
export function compareRates(now: number | null, before: number | null): Comparison {
  if (now === null || before === null) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  return { kind: now > before ? 'up' : 'down', by: BigInt(Math.abs(now - before)) };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
/** @param doubled twice what is wanted */
const halfUp = (doubled: bigint) => (doubled + 1n) / 2n;
