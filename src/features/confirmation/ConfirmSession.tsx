import { useSyncExternalStore } from 'react';
import type { Confirmations } from '#console/api/confirmations.ts';
import { lazy } from '@merchant-console/ra-declared/internal';

const Dialog = lazy(async () => (await import('./ConfirmSessionDialog.tsx')).ConfirmSessionDialog);

/** Asks for payment password and code while a call waits for a confirmed session, above whatever made the call. */
export function ConfirmSession({ confirmations }: { confirmations: Confirmations }) {
  const { asked, answer, fail, subscribe } = confirmations;
  const question = useSyncExternalStore(subscribe, asked);
  return question && <Dialog {...question} onDone={() => answer(true)} onClose={() => answer(false)} onWrong={fail} />;
}
