import { useEvent, useGetIdentity } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useFailureToast } from '#console/ui/useFailureToast.ts';

/** The current side (live or test data), and the switch between the two. */
export interface Sides {
  isTest: boolean;
  /** Null if the user may not switch. */
  switchSide: (() => void) | null;
}

/**
 * The current side, and the switch between live and test data. A failure is shown as a notification.
 *
 * @param moveTo switches the session; rejects if the session stays on its side
 */
export function useTestMode(moveTo: (side: 'live' | 'test') => Promise<void>) {
  const toastFailure = useFailureToast();
  const { identity } = useGetIdentity();
  const isTest = useFormatContext().currencyData.is_test === true;
  const switchSide = useEvent(() => {
    moveTo(isTest ? 'live' : 'test').catch(toastFailure);
  });
  const maySwitch = identity?.['test_mode'] !== undefined && identity['preview'] === undefined;
  return { isTest, maySwitch, switchSide };
}
