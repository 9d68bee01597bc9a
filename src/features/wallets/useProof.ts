import { useState } from 'react';
import { type WalletFigure, walletProof, walletProofRows } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { subDays } from 'date-fns/subDays';
import { useApi } from '#console/api/createApi.ts';

/** Periods of a proof: all entries, or those of so many days. */
export const PROOF_PERIODS = ['all', '30', '7'] as const;
type Period = (typeof PROOF_PERIODS)[number];

/** A proof from an earlier opening of the dialog is no longer valid. */
const FRESH = { gcTime: 0, staleTime: 0, retry: false } as const;
/** Rows after a gap that are shown above it. */
const ROWS_ABOVE = 5n;

/** The proof of one figure, and a page of its rows: the newest, older ones, or those around a gap. */
export function useProof(currency: string, figure: WalletFigure) {
  const api = useApi();
  const { clock } = useFormatContext();
  const [period, setPeriod] = useState<Period>('all');
  const [since, setSince] = useState<string | undefined>(undefined);
  /** Rows start below this position, or with the newest if null. */
  const [start, setStart] = useState<string | null>(null);
  const params = { currency };
  const query = { figure, ...(since === undefined ? {} : { since }) };
  const proof = useQuery({
    queryKey: ['walletProof', currency, figure, since],
    queryFn: ({ signal }) => api(walletProof, { params, query, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
  const rows = useQuery({
    queryKey: ['walletProofRows', currency, figure, since, start],
    queryFn: ({ signal }) =>
      api(walletProofRows, { params, query: { ...query, ...(start === null ? {} : { before: start }) }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
  function change(next: Period): void {
    setPeriod(next);
    setSince(next === 'all' ? undefined : subDays(clock.now(), Number(next)).toISOString());
    setStart(null);
  }
  return {
    proof,
    rows,
    period,
    change,
    start,
    goTo: setStart,
    toGap(position: string) {
      change('all');
      setStart((BigInt(position) + ROWS_ABOVE).toString());
    },
  };
}
