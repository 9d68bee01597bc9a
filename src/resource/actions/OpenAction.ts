import { createContext, useContext } from 'react';
import type { Identifier } from 'react-admin';
import type { Action } from '#shared/declaration/action.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useNavigate } from 'react-router-dom';
import { useFindPlace } from '../resourcePlaces.ts';

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
  /** Called with the data of the answer when it has been done. */
  onDone?: ((data: unknown) => void) | undefined;
}

/** Begins an action: asks what it has to ask, and does it. While one is under way, a second does not begin. */
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
