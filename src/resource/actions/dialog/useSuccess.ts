import { useNotify, useRefresh, type Identifier } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { ActionResult } from '#console/api/runAction.ts';
import { z } from 'zod';
import { useListPath } from '../../list/rememberedSearch.ts';
import { saveFile } from '../../record/saveFile.ts';
import type { ResourceView } from '../../ResourceView.ts';
import type { ActionTarget } from '../OpenAction.ts';
import type { ActionWords } from './useActionWords.ts';

const doneSchema = z.object({ done: z.int().min(0) });

/** What follows an action that has been done: the file, the words, fresh data everywhere, and where to go. */
export function useSuccess({ resource, basePath }: ResourceView, { action, onDone }: ActionTarget, words: ActionWords) {
  const notify = useNotify();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const listPath = useListPath(basePath);
  return ({ data, file }: ActionResult, sent: readonly Identifier[]): void => {
    if (file) saveFile(file.content, file.name ?? `${resource.name}-${action.key}`);
    const count = doneSchema.safeParse(data).data?.done ?? sent.length;
    notify(words.success(count), { type: 'success' });
    // Money that moves shows in other resources too, and all that is open may show it.
    refresh();
    onDone?.();
    if (action.then === 'back') void navigate(listPath);
  };
}
