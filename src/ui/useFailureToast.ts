import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { errorOf } from '#console/api/ApiError.ts';
import { errorText } from './FailureAlert.tsx';

/** Returns a function that shows why a call failed as a toast. */
export function useFailureToast(): (failure: unknown) => void {
  const notify = useNotify();
  const translate = useTranslate();
  return (failure) => notify(errorText(errorOf(failure), translate), { type: 'error' });
}

/** Whether a call is running, and a function that makes one. A failure is shown as a toast. */
export function useToastedCall() {
  const toastFailure = useFailureToast();
  const [isBusy, setIsBusy] = useState(false);
  const run = (call: () => Promise<unknown>) => {
    setIsBusy(true);
    return call()
      .catch(toastFailure)
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}
