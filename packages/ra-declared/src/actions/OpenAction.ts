import { createContext, useContext } from 'react';
import type { Identifier } from 'react-admin';
import type { Action } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useRouter } from '../ui/router/useRouter.ts';
import { useFindPlace } from '../resourcePlaces.ts';

/** An action and its targets. */
export interface ActionTarget {
  action: Action;
  /** A single ID for a row, the selected ones for a bulk action, none for the list as a whole. */
  ids: readonly Identifier[];
  /** The target records that are loaded. */
  records: readonly IdentifiedRecord[];
  /** Sent in addition to the values of the form. */
  values?: Readonly<Record<string, unknown>>;
  /** Called with the response's data after it has succeeded. */
  onDone?: ((data: unknown) => void) | undefined;
}

/** Starts an action: shows its dialog if it has one, then executes it. Does nothing while another action is open. */
type OpenAction = (target: ActionTarget) => void;

const OpenActionContext = createContext<OpenAction | null>(null);
export const OpenActionProvider = OpenActionContext.Provider;

/** @throws Error outside `ActionHost` */
export function useOpenAction(): OpenAction {
  const open = useContext(OpenActionContext);
  if (!open) throw new Error('Actions need an ActionHost above them');
  return open;
}

/**
 * Starts actions, in a dialog or by opening the page on which the action is done. An action whose page the user's menu
 * lacks can't be started; `hasItsPage` is false for it.
 */
export function useBeginAction(): { begin: OpenAction; hasItsPage: (action: Action) => boolean } {
  const open = useOpenAction();
  const place = useFindPlace();
  const { navigate } = useRouter();
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
