import { useState, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { v4 } from 'uuid';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { OpenActionProvider, type ActionTarget } from './OpenAction.ts';

const ActionDialog = onDemand(async () => (await withLateTexts(import('./dialog/ActionDialog.tsx'))).ActionDialog);

interface ActionHostProps {
  view: ResourceView;
  children: ReactNode;
  /** Creates a unique idempotency key. */
  newKey?: () => string;
}

/**
 * Holds the dialog of a page's current action, above rows and menus, because these may unmount while it is open. Its
 * code is fetched with the first action.
 */
export function ActionHost({ view, children, newKey = v4 }: ActionHostProps) {
  const [target, setTarget] = useState<ActionTarget | null>(null);
  const open = useEvent((wanted: ActionTarget) => setTarget((current) => current ?? wanted));
  return (
    <OpenActionProvider value={open}>
      {children}
      {target && <ActionDialog view={view} target={target} newKey={newKey} onClose={() => setTarget(null)} />}
    </OpenActionProvider>
  );
}
