import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type MoneyQuote, moneyQuoteSchema } from '#shared/contract/moneyForms.ts';
import { type Action, type Field, plainText, isCardNumber } from '@merchant-console/declaration';
import { type FieldRecord, useFormatContext } from '@merchant-console/ra-declared';
import { useActionSteps } from '@merchant-console/ra-declared/internal';
import { useRefresh } from 'react-admin';
import type { MoneyKind } from './moneyKinds.ts';

const recordSchema = z.looseObject({ id: z.string() });
type RequestedRecord = z.infer<typeof recordSchema>;

interface MoneyFormConfig {
  kind: MoneyKind;
  action: Action;
  /** The fields of the action's form that users fill in. */
  fields: readonly Field[];
  form: UseFormReturn<FieldRecord>;
  onDone(record: RequestedRecord): void;
  /** Called if the choices may have changed. */
  onRefused(): void;
}

/** The steps of a request's action, with its quote as money. */
export function useMoneyForm({ kind, action, fields, form, onDone, onRefused }: MoneyFormConfig) {
  const { translate } = useFormatContext();
  const refresh = useRefresh();
  const steps = useActionSteps({
    ...{ resource: kind.resource, action, ids: NO_IDS, fields, form },
    ...{ isReviewed: true, refreshed: REFRESHED, askedOf, keySource: TRY.source },
    label: translate(`menu.${kind.page}`),
    onDone({ data }) {
      refresh();
      const record = recordSchema.safeParse(data);
      if (record.success) onDone(record.data);
    },
    onRefused,
  });
  const { quote, reviewed } = steps;
  const [answer, agreed] = [useMoney(quote?.answer), useMoney(reviewed)];
  return {
    ...steps,
    /** The reviewed quote. The review is open while there is one. */
    agreed,
    quote: { quote: answer, error: quote?.error ?? null, isPending: quote?.isPending ?? false },
  };
}

export type MoneyFormState = ReturnType<typeof useMoneyForm>;

export interface QuoteState {
  quote: MoneyQuote | null;
  /** Reason why there is no quote, or null. */
  error: Error | null;
  /** True while there is no quote for the current input. */
  isPending: boolean;
}

/**
 * The key of an attempt that may have been executed: one that is running, or whose outcome is unknown. A form field, so
 * that it is stored with the input if the session ends.
 */
export const TRY: Field = { source: 'try', type: 'text' };

/** The form's field that holds the saved payee, if it has one. */
export const PAYEE = 'payee_id';

/** The form's field for a payee's card or account number, if it has one. */
export const CARD_NUMBER = 'card_number';

/** True if both quotes are on the same terms. Balances may differ, because other users move money, too. */
export function isSameDeal(one: FieldRecord, other: FieldRecord): boolean {
  return TERMS.every((part) => one[part] === other[part]);
}

const TERMS = ['fee', 'arrival_amount', 'debit_amount', 'currency', 'needs_approval'] as const;

/** Age, in milliseconds, from which a reviewed quote is refreshed. */
const REFRESHED = { everyMs: 10_000, isSame: isSameDeal };

const NO_IDS: readonly string[] = [];

/** Leaves out a number that isn't complete yet, or that a chosen payee replaces. */
function askedOf(values: FieldRecord): FieldRecord {
  const isAsked = plainText(values[PAYEE]) === '' && isCardNumber(plainText(values[CARD_NUMBER]));
  return isAsked ? values : { ...values, [CARD_NUMBER]: '' };
}

function useMoney(answer: FieldRecord | null | undefined): MoneyQuote | null {
  return useMemo(() => (answer ? moneyQuoteSchema.parse(answer) : null), [answer]);
}
