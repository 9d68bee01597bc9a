import { useState, type ReactNode, createContext, useContext } from 'react';
import { useEvent, type Identifier } from 'react-admin';
import { v4 } from 'uuid';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { ResourceView } from '../ResourceView.ts';
import type { Action } from '#shared/declaration/action.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useNavigate } from 'react-router-dom';
import { useFindPlace } from '../resourcePlaces.ts';

const ActionDialog = onDemand(async () => (await withLateTexts(import('./dialog/ActionDialog.tsx'))).ActionDialog);

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
      {target && <ActionDialog view={view} target={target} newKey={newKey} onClose={() => setTarget(null)} />}
    </OpenActionProvider>
  );
}

/** An action and what it is to be done with. */
export interface ActionTarget {
  action: Action;
  /** One for a row, those selected for several, none for the list as a whole. */
  ids: readonly Identifier[];
  /** Those of the records that are at hand. */
  records: readonly IdentifiedRecord[];
  /** Sent beside what the form asks for. */
  values?: Readonly<Record<string, unknown>>;
  /** It may take longer than other calls. */
  isLong?: boolean;
  /** Called when it has been done. */
  onDone?: (() => void) | undefined;
}

/** Begins an action: asks what it has to ask, and does it. While one is under way, a second does not begin. */
type OpenAction = (target: ActionTarget) => void;

const OpenActionContext = createContext<OpenAction | null>(null);
const OpenActionProvider = OpenActionContext.Provider;

/** @throws Error outside `ActionHost` */
export function useOpenAction(): OpenAction {
  const open = useContext(OpenActionContext);
  if (!open) throw new Error('Actions need an ActionHost above them');
  return open;
}

/**
 * Begins actions: in a dialog, or by going to the page on which one is done. One whose page the user's menu lacks
 * can't be begun.
 */
export function useBeginAction(): { begin: OpenAction; hasItsPage: (action: Action) => boolean } {
  const open = useOpenAction();
  const place = useFindPlace();
  const navigate = useNavigate();
  return {
    begin(target) {
      const { page } = target.action;
      if (page === null) return open(target);
      const { basePath = '' } = place(page.component) ?? {};
      const query = page.param === null ? '' : `?${new URLSearchParams({ [page.param]: String(target.ids[0]) })}`;
      void navigate(basePath + query);
    },
    hasItsPage: ({ page }) => page === null || place(page.component) !== null,
  };
}
