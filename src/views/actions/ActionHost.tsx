import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { v4 } from 'uuid';
import type { ResourceView } from '../ResourceView.ts';
import { OpenActionProvider, type ActionTarget } from './OpenAction.ts';

const ActionDialog = lazy(async () => ({ default: (await import('./dialog/ActionDialog.tsx')).ActionDialog }));

interface ActionHostProps {
  view: ResourceView;
  children: ReactNode;
  /** Makes keys that no other call has had. */
  newKey?: () => string;
}

/**
 * Holds the dialog of the action that is under way on a page, above rows and menus: these may go while it is open. Its
 * code is fetched with the first action.
 */
export function ActionHost({ view, children, newKey = v4 }: ActionHostProps) {
  const [target, setTarget] = useState<ActionTarget | null>(null);
  const open = useEvent((wanted: ActionTarget) => setTarget((current) => current ?? wanted));
  return (
    <OpenActionProvider value={open}>
      {children}
      {target && (
        <Suspense>
          <ActionDialog view={view} target={target} newKey={newKey} onClose={() => setTarget(null)} />
        </Suspense>
      )}
    </OpenActionProvider>
  );
}
