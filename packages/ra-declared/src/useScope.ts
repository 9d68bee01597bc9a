import { useCallback } from 'react';
import { useGetIdentity } from 'react-admin';
import { dayInZone, type Scope, tenantZone } from '@merchant-console/declaration';
import { useFormatContext } from './ui/FormatContext.ts';

/** Returns what the words of conditions stand for at the moment, for the signed-in user. */
export type ReadScope = (permissions: readonly string[]) => Scope;

/** A user whose server sends no ID has none, so no record is theirs. */
export function useScope(): ReadScope {
  const { clock, currencyData } = useFormatContext();
  const userId = String(useGetIdentity().identity?.id ?? '');
  return useCallback(
    (permissions) => {
      const now = clock.now();
      return { userId, now, today: dayInZone(now, tenantZone(currencyData)), permissions: new Set(permissions) };
    },
    [clock, currencyData, userId],
  );
}
