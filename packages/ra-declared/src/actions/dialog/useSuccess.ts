import { useNotify, useRefresh, type Identifier } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import type { ActionAnswer } from '@merchant-console/ra-provider';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useListPath } from '../../list/rememberedSearch.ts';
import { saveFile } from '../../record/saveFile.ts';
import { waitsForOthers } from '../../pendingChange.ts';
import type { ResourceView } from '../../ResourceView.ts';
import type { ActionTarget } from '../OpenAction.ts';
import type { ActionWords } from './actionWords.ts';

/** A link that was mailed instead of being returned. */
const mailedSchema = z.object({ mailed_to: z.string() });

/** An action that has no effect, or not all of it, until another user approves it. */
const waitingSchema = z.object({ waits: z.literal(true) });

const doneSchema = z.object({ done: z.int().min(0) });

/** Handles success: saves the file, shows a message, refetches all data, and returns to the list if declared. */
export function useSuccess(
  { resource, basePath }: ResourceView,
  { action, records, onDone }: ActionTarget,
  words: ActionWords,
) {
  const notify = useNotify();
  const { translate } = useFormatContext();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const listPath = useListPath(basePath);
  return ({ data, file }: ActionAnswer, sent: readonly Identifier[]): void => {
    if (file) saveFile(file.content, file.name ?? `${resource.name}-${action.key}`);
    const count = doneSchema.safeParse(data).data?.done ?? sent.length;
    const mailed = mailedSchema.safeParse(data).data?.mailed_to;
    const pending = pendingIn(data, words);
    if (pending !== null) notify(pending, { type: 'info' });
    else if (waitsForOthers(data, records[0])) notify('form.pending_change', { type: 'info' });
    else if (mailed !== undefined) notify(translate('actionResult.mailed', { address: mailed }), { type: 'success' });
    else notify(words.success(count), { type: 'success' });
    // Moved money also shows in other resources, on any open page.
    refresh();
    onDone?.(data);
    if (action.then === 'back') void navigate(listPath);
  };
}

/** What to say if the response says that another user must approve the action first; otherwise null. */
export function pendingIn(data: unknown, { pending }: Pick<ActionWords, 'pending'>): string | null {
  return waitingSchema.safeParse(data).success ? pending : null;
}
