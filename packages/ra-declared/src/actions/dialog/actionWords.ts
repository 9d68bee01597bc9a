import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../../fields/formatField.ts';
import type { FormatContext } from '../../ui/FormatContext.ts';
import { type Field, formatCount, type Label, recordName, resolveLabel } from '@merchant-console/declaration';
import { fillIn } from '../../fillIn.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { recordOf } from '../../form/formValues.ts';
import { actionLabel } from '../ActionButton.tsx';
import type { ActionTarget } from '../OpenAction.ts';

/**
 * The texts of an action's dialog. Declared texts may contain `%{record}`, `%{count}` and plural forms. For one record,
 * they may also contain each of its fields, such as `%{amount}`, with its unit. A field that the user can't see is shown
 * as a dash. The last button may also name amounts of the form.
 */
export interface ActionWords {
  label: string;
  title: string;
  /** The target, below the title; '' for the list as a whole. */
  subject: string;
  /** The question, or null if there is none. */
  question: string | null;
  /** Label of the last button for the form's current values, or null if the declaration has none. */
  submit(values: FieldRecord): string | null;
  success(count: number): string;
  /** What to say instead if another user must approve it first, or null if the declaration has nothing. */
  pending: string | null;
}

/**
 * Texts of an action's dialog. `success` takes the number of records that the action was executed for.
 *
 * @param context knows the names of the records that the dialog's fields refer to
 */
export function actionWords(
  { resource }: ResourceView,
  { action, records, ids }: ActionTarget,
  context: FormatContext,
): ActionWords {
  const { language, translate } = context;
  const [record] = records;
  const name = action.scope === 'row' && record ? recordName(record, resource, context.referenceName) : '';
  const say = (words: string, count: number, amounts: Record<string, string> = {}) =>
    fillIn(words, action.scope === 'row' ? (record ?? null) : null, resource, context, {
      ...amounts,
      smart_count: count,
      count: formatCount(count),
      record: name,
    });
  const declared = (label: Label, count: number, amounts?: Record<string, string>) =>
    say(resolveLabel(label, language, translate), count, amounts);

  const label = actionLabel(action, context);
  const { confirm, form, submit, success, pending } = action;
  return {
    label,
    title: confirm?.title ? declared(confirm.title, ids.length) : label,
    subject: action.scope === 'bulk' ? say('actions.selected', ids.length) : name,
    question: confirm?.text ? declared(confirm.text, ids.length) : null,
    submit: (values) => submit && declared(submit, ids.length, amountsOf(recordOf(form, values), form, context)),
    pending: pending && declared(pending, ids.length),
    success(count) {
      if (success !== null) return declared(success, count);
      return action.scope === 'bulk'
        ? translate('list.labelled', { label, text: say('actions.done_with', count) })
        : translate('actions.done', { action: label });
    },
  };
}

/** The form's amounts, each in its currency. One that can't be read is shown as a dash. */
function amountsOf(record: FieldRecord, form: readonly Field[], context: FormatContext): Record<string, string> {
  const amounts = form.filter(({ type }) => type === 'money');
  return Object.fromEntries(amounts.map((field) => [field.source, formatFieldAlone(record, field, context) || '—']));
}
