import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { moneyQuoteSchema, type MoneyChannel, type MoneyQuote } from '#shared/contract/moneyForms.ts';
import { approvalInWords } from '#shared/money/approvalInWords.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { type Action, type Field, fieldLabel } from '@merchant-console/declaration';
import { ApiError } from '@merchant-console/ra-provider';
import { type FormatContext, NoValue, useFormatContext } from '@merchant-console/ra-declared';
import { cardPadding, fieldErrors, visuallyHidden } from '@merchant-console/ra-declared/internal';
import { ruleInWords, type FeeTerms } from './feeRule.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { CARD_NUMBER, PAYEE, type QuoteState } from './useMoneyForm.ts';

interface QuoteSummaryProps extends QuoteState {
  kind: MoneyKind;
  action: Pick<Action, 'quote'>;
  /** The fee's terms, if known before there is a quote. */
  rule: FeeTerms | null;
  /** The current balance, if known before there is a quote. */
  balance: Pick<MoneyChannel, 'available' | 'currency'> | null;
}

/** Cost of the request. Its rows are there before it has values, so that nothing moves. */
export function QuoteSummary({ kind, action, rule, balance, quote, error, isPending }: QuoteSummaryProps) {
  const context = useFormatContext();
  const { translate } = context;
  const headingId = useId();
  const rows = quoteRows(action);
  const main = kind.isOut ? 'arrival_amount' : 'debit_amount';
  const figures = quote ?? rejectedQuote(error);
  const terms = figures ?? rule;
  const shown = ({ source }: QuoteRow) => {
    if (figures) return amountInWords(figures[source], figures.currency, context.currencyData);
    if (source !== 'available' || !balance) return null;
    return amountInWords(balance.available, balance.currency, context.currencyData);
  };
  const approval = figures && approvalNote(figures, context);
  const note = isPending ? '' : (approval ?? noteOf(terms !== null || kind.page === 'withdraw', figures, error));
  const announcement = figures ? rows.map((row) => `${fieldLabel(row.field, context)}: ${shown(row)}`).join('. ') : '';
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={{ p: cardPadding, minWidth: 0 }}>
      <Typography id={headingId} component="h2" variant="subtitle2" sx={{ mb: 1 }}>
        {translate('moneyForms.summary')}
      </Typography>
      <Box component="dl" aria-busy={isPending} sx={{ m: 0 }}>
        {rows.map((row) => (
          <Figure
            key={row.source}
            label={fieldLabel(row.field, context)}
            isMain={row.source === main}
            isMissing={row.source === 'available_after' && figures?.available_after.startsWith('-') === true}
            isPending={isPending}
            text={shown(row)}
          >
            {row.source === 'fee' && (
              <Box
                component="span"
                sx={{ display: 'block', minHeight: '1.5em', fontSize: '0.75rem', color: 'text.secondary' }}
              >
                {terms && ruleInWords(terms, context)}
              </Box>
            )}
          </Figure>
        ))}
      </Box>
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ minHeight: kind.page === 'payment' ? '4.7em' : '3.1em', mt: 1 }}
      >
        {note && (note === approval ? note : translate(note))}
      </Typography>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
        {approval !== null && ` ${approval}`}
      </Box>
    </Paper>
  );
}

/** The figures with which the server rejected a request that the balance doesn't cover, or null. */
function rejectedQuote(error: Error | null): MoneyQuote | null {
  return error instanceof ApiError ? (moneyQuoteSchema.safeParse(error.quote).data ?? null) : null;
}

/** Which rule asks another user for approval, or null if none does. */
export function approvalNote({ approval, currency }: MoneyQuote, context: FormatContext): string | null {
  const { translate, currencyData: own } = context;
  return approval && approvalInWords(approval, { translate, currency, own });
}

/** @param hasChannel true if only the amount is missing */
function noteOf(hasChannel: boolean, quote: MoneyQuote | null, error: Error | null): string {
  if (quote) return '';
  if (error && fieldErrors(error, [PAYEE, CARD_NUMBER]).byField.length > 0) return 'moneyForms.choose_usable_payee';
  if (error) return 'moneyForms.no_quote';
  return hasChannel ? 'moneyForms.enter_amount' : 'moneyForms.enter_channel_and_amount';
}

interface FigureProps {
  label: string;
  text: string | null;
  isMain: boolean;
  /** True if the balance doesn't cover the request. */
  isMissing: boolean;
  isPending: boolean;
  children: ReactNode;
}

function Figure({ label, text, isMain, isMissing, isPending, children }: FigureProps) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.75 }}>
      <Box component="dt" sx={{ color: 'text.secondary', minWidth: 0 }}>
        {label}
        {children}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
          ...(isMain && { fontWeight: 600, fontSize: '1rem' }),
          ...(isMissing && { color: 'error.main' }),
        }}
      >
        {isPending ? <Skeleton width={88} sx={{ ml: 'auto' }} /> : (text ?? <NoValue />)}
      </Box>
    </Box>
  );
}

interface QuoteRow {
  source: (typeof FIGURES)[number];
  field: Field;
}

/** Figures in calculation order: amount, fee, the resulting amounts, and the balance before and after. */
const FIGURES = ['amount', 'fee', 'debit_amount', 'arrival_amount', 'available', 'available_after'] as const;

/** The figures that the action's quote declares. */
export function quoteRows({ quote }: Pick<Action, 'quote'>): QuoteRow[] {
  return FIGURES.flatMap((source) => {
    const field = quote?.fields.find((one) => one.source === source);
    return field ? [{ source, field }] : [];
  });
}
