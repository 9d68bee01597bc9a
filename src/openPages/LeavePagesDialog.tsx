import { useTranslate } from 'react-admin';
import { withLateTexts } from '../i18n/lateTexts.ts';
import { onDemand } from '../loading/onDemand.tsx';
import type { Tabs } from './useTabs.ts';

/** There by then: it is the forms' own. */
const LeaveDialog = onDemand(async () => (await withLateTexts(import('../views/state/LeaveDialog.tsx'))).LeaveDialog);

/** Asks before pages with unsaved changes are given up. */
export function LeavePagesDialog({ atStake, decide }: Pick<Tabs, 'atStake' | 'decide'>) {
  const translate = useTranslate();
  if (atStake === 0) return null;
  return (
    <LeaveDialog
      isOpen
      text={translate('shell.unsaved_pages', { smart_count: atStake })}
      onStay={() => decide(false)}
      onLeave={() => decide(true)}
    />
  );
}
