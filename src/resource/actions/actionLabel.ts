import type { Action } from '#shared/declaration/action.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { humanise } from '#shared/format/humanise.ts';
import type { Words } from '#shared/format/Words.ts';

/** What people call an action: its declared label, else its translation, else its key made readable. */
export function actionLabel({ key, label }: Action, { language, translate, resource }: Words): string {
  const own = `resources.${resource}.actions.${key}`;
  return label === own ? translate(own, { _: humanise(key) }) : resolveLabel(label, language, translate);
}
