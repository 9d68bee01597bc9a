import { useNavigate } from 'react-router-dom';
import type { Action } from '#shared/declaration/action.ts';
import { useFindPlace } from '../resourcePlaces.ts';
import { useOpenAction, type OpenAction } from './OpenAction.ts';

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
