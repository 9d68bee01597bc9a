import { useRecordContext, useSourceContext } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FieldRecord } from '../FieldTypeDefinition.ts';

/** What an input's value is a part of: the form's record, or one of its lines. */
interface FormPart {
  isLine: boolean;
  /** Path of a field of this part in the form. */
  nameOf(source: string): string;
  /** Values when the form was opened or last saved; none of a new line. */
  stored: FieldRecord;
  /** The current values. */
  values(): FieldRecord;
}

const NOTHING: FieldRecord = {};

/** The part of the form that react-admin's SourceContext points to. Around a line, the RecordContext is the stored line. */
export function useFormPart(): FormPart {
  const { getSource } = useSourceContext();
  const { getValues } = useFormContext<FieldRecord>();
  const { defaultValues = NOTHING } = useFormState();
  const record = useRecordContext<FieldRecord & { id: string }>() ?? NOTHING;
  const path = getSource('');
  const isLine = path !== '';
  return {
    isLine,
    nameOf: getSource,
    stored: isLine ? record : defaultValues,
    values: () => (isLine ? recordIn(getValues(path)) : getValues()),
  };
}

function recordIn(value: unknown): FieldRecord {
  return typeof value === 'object' && value !== null ? { ...value } : NOTHING;
}

/** The current values of the part. Renders again whenever one changes. */
export function usePartValues(): FieldRecord {
  const path = useSourceContext().getSource('');
  // Its types know either one path or the whole form.
  const options: object = path === '' ? {} : { name: path };
  return useWatch<FieldRecord>(options) ?? NOTHING;
}
