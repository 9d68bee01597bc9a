import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { CODE_SESSION_ENDED } from '#shared/contract/envelope.ts';
import { ApiError } from './api/ApiError.ts';
import { errorText } from './views/state/errorText.ts';

/**
 * Tells in a toast what the server has refused to show, also where a page has nothing to say about it. What the user
 * sends is not in this: a form or dialog says itself what went wrong, for as long as it is so. Nor is a query whose
 * `meta.isToldInPlace` says that its page does.
 */
export function FailureToasts() {
  const notify = useNotify();
  const translate = useTranslate();
  const queries = useQueryClient().getQueryCache();

  const tell = useEffectEvent((error: ApiError) => notify(errorText(error, translate), { type: 'error' }));
  useEffect(
    () =>
      queries.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.['isToldInPlace']) return;
        const error: unknown = event.action.error;
        // The end of the session is told on the login page.
        if (error instanceof ApiError && error.code !== CODE_SESSION_ENDED) tell(error);
      }),
    [queries],
  );
  return null;
}
