import { useSyncExternalStore } from 'react';
import type { Confirmations } from '#console/api/confirmations.ts';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';

const Question = onDemand(async () => (await withLateTexts(import('./ConfirmSessionDialog.tsx'))).ConfirmSessionDialog);

/** Asks for payment password and code while a call waits for a confirmed session, above whatever made the call. */
export function ConfirmSession({ confirmations }: { confirmations: Confirmations }) {
  const { isAsked, answer, subscribe } = confirmations;
  const isOpen = useSyncExternalStore(subscribe, isAsked);
  return isOpen && <Question onDone={() => answer(true)} onClose={() => answer(false)} />;
}
