import { FormHelperText } from '@mui/material';
import { memo, startTransition, useEffect, useRef, useState, type RefObject } from 'react';
import { RecordContext, SimpleFormIteratorItemBase } from 'react-admin';
import { get, useFormState, useWatch } from 'react-hook-form';
import {
  acceptsValue,
  computedOf,
  type Field,
  fieldLabel,
  giversIn,
  plainText,
  takenFrom,
} from '@merchant-console/declaration';
import { FieldInput } from '../../fields/FieldInput.tsx';
import type { FieldRecord, IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { fieldTypeOf } from '../../fields/fieldTypes.ts';
import { formatFieldAlone } from '../../fields/formatField.ts';
import { usePartValues } from '../../fields/inputs/formPart.ts';
import { isSame } from '../../fields/inputs/useBoundField.ts';
import { FormRulesContext } from '../../fields/inputs/FormRules.ts';
import { NoValue } from '../../fields/NoValue.tsx';
import { renderField } from '../../fields/renderField.tsx';
import { RowButtons } from '../../fields/rows/RowButtons.tsx';
import { isWide } from '../../fields/rows/rowStyles.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useFormConditions, useLiveRules, useRuleMessage } from '../formConditions.ts';
import { isShown } from '../formValues.ts';
import { TakenFrom, useTaking } from '../newValues.tsx';
import { COPIED_LINE, type FormLines, lineOf, takersFromOwner } from './formLines.ts';
import { linesIn } from './linesIn.ts';

interface LineRowProps {
  index: number;
  isLast: boolean;
  lines: FormLines;
  /** The stored record that the lines belong to; null for a new one. */
  before: FieldRecord | null;
  disabled: boolean;
  /** Null if the user can't order the lines. */
  onMove: ((from: number, to: number) => void) | null;
  /** Null if the user may not change the lines. */
  onRemove: ((index: number) => void) | null;
}

/** A line in a form. Renders again only if its own values change. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, lines, before } = props;
  const { source } = lines.field;
  const id: unknown = useWatch({ name: `${source}.${index}.id` });
  const stored = linesIn(before?.[source]).find((line) => line['id'] === id);
  return (
    // A new line has no record, not even the one that it belongs to.
    <RecordContext value={stored}>
      <SimpleFormIteratorItemBase index={index}>
        <Line {...props} stored={stored ?? null} />
      </SimpleFormIteratorItemBase>
    </RecordContext>
  );
});

type LineProps = LineRowProps & { stored: FieldRecord | null };

function Line({ index, isLast, lines, stored, disabled, onMove, onRemove }: LineProps) {
  const { view, columns, fields } = lines;
  const { translate } = useFormatContext();
  const values = usePartValues();
  const record = lineOf(lines, useOwner(lines), values);
  const conditions = useFormConditions(view, fields, stored);
  const ruleMessage = useRuleMessage(conditions);
  useLiveRules(conditions);
  const element = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(element, index < FIRST);
  const path = `${lines.field.source}.${index}`;
  const { errors } = useFormState({ name: path });
  const problems: unknown = get(errors, path);
  const message: unknown = get(problems, 'message');
  const isChanged = !stored || columns.some(({ source }) => !isSame(record[source] ?? null, stored[source] ?? null));
  // Inputs and buttons that nobody sees would make each change of the lines slow: 200 lines have 1,600.
  const hasInputs = isNear || isChanged || problems !== undefined;
  const mode = stored ? 'edit' : 'create';
  const mayWrite = onRemove !== null && (stored ? view.canEditRecord(withId(stored)) : view.canCreate);
  const mayRemove = !stored || view.canDeleteRecord(withId(stored));
  const number = index + 1;
  return (
    <FormRulesContext value={ruleMessage}>
      <div
        ref={element}
        className="line"
        role="group"
        aria-label={translate('formLines.line', { number })}
        data-line={index}
      >
        <LineDefaults lines={lines} isNew={stored === null && values[COPIED_LINE] !== true} />
        <span className="line-number" aria-hidden>
          {number}
        </span>
        {columns.map((column) => {
          const field = conditions.fieldFor(column, record);
          return (
            <div key={column.source} className={isWide(column) ? 'line-cell line-wide' : 'line-cell'}>
              {isShown(column, record) &&
                (hasInputs && mayWrite && acceptsValue(field, mode) ? (
                  <LineInput field={field} mode={mode} disabled={disabled} />
                ) : (
                  <LineValue field={column} record={record} />
                ))}
            </div>
          );
        })}
        <div className="line-buttons">
          {hasInputs && (
            <RowButtons
              texts="formLines"
              {...{ index, isLast, disabled, onMove }}
              onRemove={mayRemove ? onRemove : null}
            />
          )}
        </div>
        {typeof message === 'string' && (
          <FormHelperText error role="alert" className="line-problem">
            {message}
          </FormHelperText>
        )}
      </div>
    </FormRulesContext>
  );
}

/** Number of lines that have inputs from the start, so that those on the screen needn't change. */
const FIRST = 20;

/**
 * True while an element is on the screen or less than a quarter of it away, and as long as it has the focus.
 *
 * @param first the value until that is known
 */
function useIsNear(element: RefObject<Element | null>, first: boolean): boolean {
  const [isNear, setIsNear] = useState(first || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const observed = element.current;
    if (!observed || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.at(-1)?.isIntersecting === true;
        if (isSeen || !observed.contains(document.activeElement)) startTransition(() => setIsNear(isSeen));
      },
      { rootMargin: '25% 0%' },
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

const withId = (record: FieldRecord): IdentifiedRecord => ({ ...record, id: plainText(record['id']) });

/** Inputs subscribe to the form themselves. */
const LineInput = memo(FieldInput);

function LineValue({ field, record }: { field: Field; record: FieldRecord }) {
  const context = useFormatContext();
  const content = renderField(record, field, context, formatFieldAlone(record, field, context));
  return (
    <div className="line-value" data-align={fieldTypeOf(field).align}>
      <span className="line-label">{fieldLabel(field, context)}</span>
      <span>{content || <NoValue />}</span>
    </div>
  );
}

/** The values of the form's record that its lines use. */
function useOwner(lines: FormLines): FieldRecord {
  const names = takersFromOwner(lines).flatMap((field) => takenFrom(field)?.source ?? []);
  const values: unknown[] = useWatch({ name: names });
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

interface LineDefaultsProps {
  lines: FormLines;
  isNew: boolean;
}

/** Fills a new line from the records that it refers to. Lines that exist only have their computed values renewed. */
function LineDefaults({ lines, isNew }: LineDefaultsProps) {
  const { fields, field } = lines;
  const filled = isNew ? fields : fields.filter(computedOf);
  const ofOwner = takersFromOwner(lines).filter((taker) => filled.includes(taker));
  return (
    <>
      {ofOwner.length > 0 && <TakenFromOwner lines={lines} takers={ofOwner} />}
      {giversIn(fields)
        .filter(
          ({ reference, takers }) => reference.source !== field.target && takers.some((one) => filled.includes(one)),
        )
        .map((giver) => (
          <TakenFrom key={giver.reference.source} {...giver} fields={filled} />
        ))}
    </>
  );
}

interface TakenFromOwnerProps {
  lines: FormLines;
  takers: readonly Field[];
}

/** Fills fields of a line from the record that it belongs to, as the form has it. */
function TakenFromOwner({ lines: { ownerFields }, takers }: TakenFromOwnerProps) {
  const given = takers.flatMap((field) => takenFrom(field)?.source ?? []);
  const currencies = ownerFields.flatMap((field) =>
    field.type === 'money' && given.includes(field.source) ? (field.currency ?? []) : [],
  );
  const names = [...given, ...currencies];
  const values: unknown[] = useWatch({ name: names });
  const record = Object.fromEntries(names.map((name, at) => [name, values[at]]));
  useTaking(takers, { record, fields: ownerFields }, JSON.stringify(values));
  return null;
}
