import { useEffect, useState } from 'react';
import type { CurrencyData } from '#shared/contract/session.ts';
import type { SessionStore } from './api/sessionStore.ts';

/** How the session shows amounts and times; at its end the last that there was, until all of it goes. */
export function useCurrencyData(session: Pick<SessionStore, 'getCurrencyData' | 'subscribe'>): CurrencyData | null {
  const [currencyData, setCurrencyData] = useState(() => session.getCurrencyData());
  useEffect(
    () =>
      session.subscribe(() => {
        const now = session.getCurrencyData();
        if (now !== null) setCurrencyData(now);
      }),
    [session],
  );
  return currencyData;
}
