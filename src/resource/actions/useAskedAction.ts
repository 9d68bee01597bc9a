import { useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { rowActions } from './offeredActions.ts';
import { useBeginAction } from './OpenAction.ts';

const askedSchema = z.object({ begin: z.string() });

/**
 * Starts the action named in the navigation state, once and only if the user may do it. The request is then removed
 * from the history, so that a reload doesn't start it again.
 */
export function useAskedAction(view: ResourceView, record: IdentifiedRecord): void {
  const location = useLocation();
  const navigate = useNavigate();
  const { begin, hasItsPage } = useBeginAction();
  const asked = askedSchema.safeParse(location.state).data?.begin;
  const action = rowActions(view, record).find((one) => one.key === asked && hasItsPage(one));
  const isBegun = useRef(false);
  const start = useEvent(() => {
    if (!action || isBegun.current) return;
    isBegun.current = true;
    const { pathname, search } = location;
    void navigate({ pathname, search }, { replace: true });
    begin({ action, ids: [record.id], records: [record] });
  });
  useEffect(() => {
    if (action) start();
  }, [action, start]);
}
