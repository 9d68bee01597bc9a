import {
  ButtonBase,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { CurrencyStatistics, Figures, StatisticsMember } from '#shared/contract/submerchantStatistics.ts';
import { formatCount, formatRate } from '@merchant-console/declaration';
import { AboutRate, FigureLink } from '#console/features/figures/Figure.tsx';
import { useFormatContext } from '@merchant-console/ra-declared';
import { scrollShades } from '@merchant-console/ra-declared/internal';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { KINDS, type FilteredOrdersLink, type Outcome } from './useStatistics.ts';

const FIGURES = ['count', 'success_rate', 'amount', 'fee'] as const;
const COLUMNS = {
  collection: {
    count: 'fields.collection_count',
    success_rate: 'fields.success_rate',
    amount: 'fields.collection_amount',
    fee: 'fields.collection_fee',
  },
  payout: {
    count: 'fields.payout_count',
    success_rate: 'fields.payout_success_rate',
    amount: 'fields.payout_amount',
    fee: 'fields.payout_fee',
  },
} as const;

interface BranchTableProps {
  statistics: CurrencyStatistics;
  members: readonly StatisticsMember[];
  linkTo: FilteredOrdersLink;
  onBranch(id: string): void;
}

/** Each direct sub-merchant's share of the totals, largest first. Names link one level down. */
export function BranchTable({ statistics: { currency, by_member }, members, linkTo, onBranch }: BranchTableProps) {
  const { translate } = useFormatContext();
  const title = translate('statistics.by_branch');
  const rows = members
    .flatMap((member, index) => {
      const figures = by_member[index];
      return figures ? [{ member, figures }] : [];
    })
    .toSorted((one, other) => bySize(one.figures, other.figures));
  return (
    <div>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={title} sx={scrollShades}>
        <Table
          size="small"
          aria-label={title}
          sx={{
            '& td': { whiteSpace: 'nowrap' },
            '& tbody th': { minWidth: 160, overflowWrap: 'anywhere' },
            '& thead th': { verticalAlign: 'bottom', minWidth: { xs: 104, sm: 0 } },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{translate('fields.submerchant_id')}</TableCell>
              {KINDS.flatMap((kind) =>
                FIGURES.map((figure) => (
                  <TableCell key={`${kind}_${figure}`} align="right">
                    {figure === 'success_rate' && <AboutRate />}
                    {translate(COLUMNS[kind][figure])}
                  </TableCell>
                )),
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ member, figures }) => (
              <TableRow key={member.id}>
                <TableCell component="th" scope="row">
                  <MemberName member={member} onBranch={onBranch} />
                </TableCell>
                {KINDS.map((kind) => (
                  <KindCells
                    key={kind}
                    kind={kind}
                    member={member}
                    figures={figures}
                    currency={currency}
                    linkTo={linkTo}
                  />
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </div>
  );
}

/** By collected amount, then by amount paid out. */
function bySize(one: Figures, other: Figures): number {
  const difference =
    BigInt(other.collection_amount) - BigInt(one.collection_amount) ||
    BigInt(other.payout_amount) - BigInt(one.payout_amount);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function MemberName({ member, onBranch }: { member: StatisticsMember; onBranch(id: string): void }) {
  const { translate } = useFormatContext();
  if (member.is_self) return <>{translate('statistics.alone', { name: member.name })}</>;
  return (
    <>
      <ButtonBase
        onClick={() => onBranch(member.id)}
        sx={{ font: 'inherit', color: 'primary.main', minHeight: 24, borderRadius: 0.5 }}
      >
        {member.name}
      </ButtonBase>
      {member.status === 'disabled' && <Chip size="small" label={translate('status.disabled')} sx={{ ml: 1 }} />}
    </>
  );
}

interface KindCellsProps {
  kind: (typeof KINDS)[number];
  member: StatisticsMember;
  figures: Figures;
  currency: string;
  linkTo: FilteredOrdersLink;
}

function KindCells({ kind, member, figures, currency, linkTo }: KindCellsProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const count = figures[`${kind}_count`];
  const cell = (figure: (typeof FIGURES)[number], text: string, outcome?: Outcome) => (
    <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <FigureLink
        text={text}
        to={count === 0 ? null : linkTo({ kind, member, ...(outcome && { outcome }) })}
        name={`${translate(COLUMNS[kind][figure])}, ${member.name}`}
      />
    </TableCell>
  );
  return (
    <>
      {cell('count', formatCount(count))}
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatRate(figures[`${kind}_success_rate`])}
      </TableCell>
      {cell('amount', amount(figures[`${kind}_amount`]), 'success')}
      {cell('fee', amount(figures[`${kind}_fee`]), 'success')}
    </>
  );
}
