import { Box, Skeleton, Typography } from '@mui/material';
import { memo } from 'react';
import type { Figure, Filter, Summary } from '@merchant-console/protocol';
import {
  addDecimals,
  choiceLabel,
  type Field,
  fieldLabel,
  formatCount,
  type Resource,
} from '@merchant-console/declaration';
import { formatFieldAlone } from '../fields/formatField.ts';
import { useFormatContext, type FormatContext } from '../ui/FormatContext.ts';
import { useListFilter } from './useListFilter.ts';
import { useSummary } from './listQuery.ts';

/**
 * Number of records that match the filter, and sums of their amounts by currency. Left out if the server can't provide
 * them.
 */
export const SummaryStrip = memo(function SummaryStrip({ resource }: { resource: Resource }) {
  const [filter] = useListFilter();
  return <SumsOf resource={resource} filter={filter} fields={resource.list.summary} />;
});

interface SumsOfProps {
  resource: Resource;
  filter: Filter;
  /** Fields of the list's summary. */
  fields: readonly Field[];
}

/** Count and sums of all records that match a filter. */
export function SumsOf({ resource, filter, fields }: SumsOfProps) {
  const { data, isError } = useSummary(resource, filter);
  return isError ? null : <Sums fields={fields} tabs={resource.list.tabs} summary={data} />;
}

interface SumsProps {
  fields: readonly Field[];
  tabs: Resource['list']['tabs'];
  summary: Summary | undefined;
}

/** Re-renders when the figures change, not on each navigation, as `useSummary` does. */
const Sums = memo(function Sums({ fields, tabs, summary }: SumsProps) {
  const context = useFormatContext();
  return (
    <Box
      component="dl"
      aria-busy={!summary}
      // Columns wide enough for most sums, so that none moves when they load.
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(152px, max-content))',
        columnGap: 3,
        rowGap: 1,
        m: 0,
      }}
    >
      <Count name={context.translate('list.count')} value={summary && formatCount(summary.count)} />
      {fields.map((field) => (
        <Figures
          key={field.source}
          name={fieldLabel(field, context)}
          figures={summary && summaryFigures(field, summary.sums[field.source], tabs, context)}
        />
      ))}
    </Box>
  );
});

/** Wraps sums that are wider than their column, which would widen the page on a phone. */
const sumStyles = {
  m: 0,
  fontWeight: 600,
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
};
/**
 * Takes one line, with or without a note, so that the content below doesn't move. On a phone, whose columns are narrower
 * than most notes, it wraps.
 */
const note = {
  display: 'block',
  minHeight: '1.5em',
  lineHeight: 1.5,
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  wordBreak: 'auto-phrase',
} as const;

function Count({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div>
      <Name>{name}</Name>
      <Typography component="dd" variant="subtitle1" sx={sumStyles}>
        {value ?? <Skeleton width={96} />}
      </Typography>
    </div>
  );
}

function Figures({ name, figures }: { name: string; figures: readonly ShownFigure[] | undefined }) {
  return (
    <div>
      <Name>{name}</Name>
      {figures?.map(({ currency, sum, note: text, details }) => (
        <Box key={currency} component="dd" sx={{ m: 0 }}>
          <Typography variant="subtitle1" component="span" sx={{ ...sumStyles, display: 'block' }}>
            {sum}
          </Typography>
          <Typography variant="caption" color="text.secondary" title={details ?? text} sx={note}>
            {text}
          </Typography>
        </Box>
      )) ?? (
        <Box component="dd" sx={{ m: 0 }}>
          <Typography variant="subtitle1" component="span" sx={{ ...sumStyles, display: 'block' }}>
            <Skeleton width={96} />
          </Typography>
          <Typography variant="caption" component="span" sx={note} />
        </Box>
      )}
    </div>
  );
}

function Name({ children }: { children: string }) {
  return (
    <Typography component="dt" variant="caption" color="text.secondary">
      {children}
    </Typography>
  );
}

/** A field's sum in one currency. */
interface ShownFigure {
  currency: string;
  sum: string;
  /** Further information: amounts expected or frozen in addition, or the states that contribute. */
  note: string;
  /** The note in full, if it is shortened. */
  details?: string;
}

/** Formatted sums of a field, one for each currency. A single 0 if no record was found. */
export function summaryFigures(
  field: Field,
  figures: readonly Figure[] | undefined,
  tabs: Resource['list']['tabs'],
  context: FormatContext,
): ShownFigure[] {
  const { currency: own } = context.currencyData;
  const found = figuresByCurrency(figures ?? [], own);
  return (found.length === 0 ? [{ currency: own, sum: '0' }] : found).map((figure) => {
    const amount = (minor: string) => formatFieldAlone(recordOfSum(field, minor, figure.currency), field, context);
    return { currency: figure.currency, sum: amount(figure.sum), ...noteOf(figure, amount, tabs, context) };
  });
}

/** Merges figures by currency, sorted. A figure without a currency is in the tenant's own. */
export function figuresByCurrency(figures: readonly Figure[], own: string): (Figure & { currency: string })[] {
  const byCurrency = new Map<string, Figure & { currency: string }>();
  for (const figure of figures) {
    const currency = figure.currency ?? own;
    const other = byCurrency.get(currency);
    byCurrency.set(currency, { ...(other ? added(other, figure) : figure), currency });
  }
  return [...byCurrency.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

function added(one: Figure, other: Figure): Figure {
  const sum = (a = '0', b = '0') => addDecimals([a, b]);
  const choices = [...new Set([...Object.keys(one.by_tab ?? {}), ...Object.keys(other.by_tab ?? {})])];
  return {
    currency: one.currency,
    sum: sum(one.sum, other.sum),
    ...(one.frozen !== undefined && { frozen: sum(one.frozen, other.frozen) }),
    ...(one.expected !== undefined && { expected: sum(one.expected, other.expected) }),
    ...(one.by_tab && {
      by_tab: Object.fromEntries(choices.map((choice) => [choice, sum(one.by_tab?.[choice], other.by_tab?.[choice])])),
    }),
  };
}

/** A sum as the record that the field's formats take. */
export function recordOfSum(field: Field, minor: string, currency: string): Record<string, string> {
  const named = field.type === 'money' && field.currency !== undefined ? { [field.currency]: currency } : {};
  return { ...named, [field.source]: minor };
}

function noteOf(
  { sum, frozen = '0', expected = '0', by_tab: byTab }: Figure,
  amount: (minor: string) => string,
  tabs: Resource['list']['tabs'],
  context: FormatContext,
): Pick<ShownFigure, 'note' | 'details'> {
  const beside = [
    ...(frozen === '0' ? [] : [context.translate('list.sum_frozen', { amount: amount(frozen) })]),
    ...(expected === '0' ? [] : [context.translate('list.sum_expected', { amount: amount(expected) })]),
  ];
  // Records without a state may contribute, too.
  const isComplete = addDecimals(Object.values(byTab ?? {})) === sum;
  if (!byTab || !tabs || !isComplete) return { note: beside.join(' · ') };
  const choices = tabs.choices.filter(({ id }) => /[1-9]/.test(byTab[id] ?? '0'));
  const parts = choices.map(({ id }) => [choiceLabel(id, tabs, context), amount(byTab[id] ?? '0')] as const);
  return {
    note: parts.map(([name]) => name).join(context.translate('list.comma')),
    ...(parts.length > 1 && {
      details: parts.map(([label, text]) => context.translate('list.labelled', { label, text })).join('\n'),
    }),
  };
}
