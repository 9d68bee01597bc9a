import { useState, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { lazy } from '../ui/loading/lazy.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { OpenActionProvider, type ActionTarget } from './OpenAction.ts';

const ActionDialog = lazy(async () => (await import('./dialog/ActionDialog.tsx')).ActionDialog);

/**
 * Holds the dialog of a page's current action, above rows and menus, because these may unmount while it is open. Its
 * code is fetched with the first action.
 */
export function ActionHost({ view, children }: { view: ResourceView; children: ReactNode }) {
  const [target, setTarget] = useState<ActionTarget | null>(null);
  const open = useEvent((wanted: ActionTarget) => setTarget((current) => current ?? wanted));
  return (
    <OpenActionProvider value={open}>
      {children}
      {target && <ActionDialog view={view} target={target} onClose={() => setTarget(null)} />}
    </OpenActionProvider>
  );
}
