import { createContext, useContext } from 'react';
import { useEvent, useGetIdentity } from 'react-admin';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useFailureToast } from '@merchant-console/ra-declared/internal';

/** The current side (live or test data), and the switch between the two. */
export interface Sides {
  isTest: boolean;
  /**
   * Null if the user may not switch.
   * @param address page to open on the other side; default: the dashboard
   */
  switchSide: ((address?: string) => void) | null;
}

const SidesContext = createContext<Sides>({ isTest: false, switchSide: null });
export const SidesProvider = SidesContext.Provider;

/** The sides of the console around a page. */
export function useSides(): Sides {
  return useContext(SidesContext);
}

/**
 * The current side, and the switch between live and test data. A failure is shown as a notification.
 *
 * @param moveTo switches the session and opens an address; rejects if the session stays on its side. Absent if there is
 * one side only
 */
export function useTestMode(moveTo: ((side: 'live' | 'test', address: string) => Promise<void>) | undefined) {
  const toastFailure = useFailureToast();
  const { identity } = useGetIdentity();
  const isTest = useFormatContext().currencyData.is_test === true;
  const switchSide = useEvent((address: string = '/') => {
    moveTo?.(isTest ? 'live' : 'test', address).catch(toastFailure);
  });
  const maySwitch = moveTo !== undefined && identity?.['test_mode'] !== undefined && identity['preview'] === undefined;
  return { isTest, maySwitch, switchSide };
}
