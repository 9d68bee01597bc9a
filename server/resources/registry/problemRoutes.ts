import { problemText } from '#shared/declaration/check/problemText.ts';
import * as calls from '#shared/contract/calls.ts';
import type { TranslatorOf } from '#server/http/errorTexts.ts';
import type { Router } from '#server/http/router.ts';
import type { RegistryState } from './createRegistry.ts';

/** GET /resource-problems: for those who may edit menus, and so are likely to look after the folder. */
export function problemRoutes(router: Router, state: () => RegistryState, translatorOf: TranslatorOf): void {
  router.signedIn(calls.resourceProblems, async ({ request }) => {
    const translate = translatorOf(request);
    const { problems, outdated, readAt } = state();
    return {
      problems: problems.map(({ id, severity, file, line, column, pointer, args, suggestion }) => {
        const text = problemText({ id, args, suggestion }, translate);
        return { id, severity, file, line, column, pointer, text };
      }),
      outdated: [...outdated],
      read_at: readAt.toISOString(),
    };
  });
}
