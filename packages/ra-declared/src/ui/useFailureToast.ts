import { useNotify, useTranslate } from 'react-admin';
import { errorOf } from '@merchant-console/ra-provider';
import { errorText } from './FailureAlert.tsx';

/** Returns a function that shows why a call failed as a toast. */
export function useFailureToast(): (failure: unknown) => void {
  const notify = useNotify();
  const translate = useTranslate();
  return (failure) => notify(errorText(errorOf(failure), translate), { type: 'error' });
}
