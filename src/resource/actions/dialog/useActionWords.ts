import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { useFormatContext, type FormatContext } from '#console/ui/FormatContext.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { resolveLabel, type Label } from '#shared/i18n/label.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { actionLabel } from '../ActionButton.tsx';
import type { ActionTarget } from '../OpenAction.ts';

/**
 * The texts of an action's dialog. Declared ones may hold `%{record}`, `%{count}` and plural forms, and for one record
 * each of its fields, such as `%{amount}`, as a page shows it alone.
 */
export interface ActionWords {
  label: string;
  title: string;
  /** What it is done with; '' for the list as a whole. */
  subject: string;
  /** What is asked; null where nothing is. */
  question: string | null;
  /** Of the last button; null where the declaration has no words of its own for it. */
  submit: string | null;
  success(count: number): string;
}

/** @param count records that the action is sent for */
export function useActionWords({ resource }: ResourceView, { action, records, ids }: ActionTarget): ActionWords {
  const context = useFormatContext();
  const { language, translate } = context;
  const [record] = records;
  const name = action.scope === 'row' && record ? recordName(record, resource) : '';
  const shown = action.scope === 'row' && record ? textsOf(record, resource, context) : {};
  const say = (words: string, count: number) =>
    translate(words, { _: words, ...shown, smart_count: count, count: formatCount(count), record: name });
  const declared = (label: Label, count: number) => say(resolveLabel(label, language, translate), count);

  const label = actionLabel(action, context);
  const { confirm, submit, success } = action;
  return {
    label,
    title: confirm?.title ? declared(confirm.title, ids.length) : label,
    subject: action.scope === 'bulk' ? say('actions.selected', ids.length) : name,
    question: confirm && (confirm.text === null ? say('actions.sure', ids.length) : declared(confirm.text, ids.length)),
    submit: submit && declared(submit, ids.length),
    success(count) {
      if (success !== null) return declared(success, count);
      return action.scope === 'bulk'
        ? `${label}: ${say('actions.done_with', count)}`
        : translate('actions.done', { action: label });
    },
  };
}

function textsOf(record: IdentifiedRecord, { fields }: Resource, context: FormatContext): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field.source, formatFieldAlone(record, field, context)]));
}
