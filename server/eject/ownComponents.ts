/** Components that react-admin does not have, only those that the pages use. */
export function ownComponents(body: string): { imports: string[]; code: string[]; uses: string[] } {
  const imports: string[] = [];
  const code: string[] = [];
  const uses: string[] = [];
  const hasAmounts = body.includes('<InCurrency ');
  const hasFormatted = body.includes('<Formatted ');
  const hasConditions = body.includes('<When ');
  if (hasAmounts || hasConditions) imports.push("import type { ReactNode } from 'react';");
  if (hasFormatted) imports.push("import type { Field } from '#shared/declaration/fieldSchema.ts';");
  if (hasAmounts || hasFormatted) {
    imports.push("import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';");
  }
  if (hasAmounts) {
    uses.push('FieldTitle');
    code.push(IN_CURRENCY);
  }
  if (hasFormatted) {
    imports.push("import { formatField } from '#console/fieldTypes/formatField.ts';");
    imports.push("import { renderField } from '#console/fieldTypes/renderField.tsx';");
    uses.push('useRecordContext');
    code.push(FORMATTED);
  }
  if (body.includes('<Words ')) {
    uses.push('useLocaleState');
    code.push(WORDS);
  }
  if (hasConditions) {
    imports.push("import { holds, type Predicate } from '#shared/declaration/predicate.ts';");
    uses.push('useRecordContext');
    code.push(WHEN);
  }
  if (body.includes('<NotEditable ')) {
    uses.push('useTranslate');
    code.push(NOT_EDITABLE);
  }
  if (body.includes('formatJson')) code.push(JSON_TEXT);
  return { imports, code, uses };
}

const FORMATTED = `/** A value in the console's own format; an amount only where it counts, is frozen or expected. */
function Formatted({ field }: { field: Field }) {
  const record = useRecordContext();
  const context = useFormatContext();
  return <>{(record && renderField(record, field, context, formatField(record, field, context))) || '—'}</>;
}
`;

const IN_CURRENCY = `/** Name of a column of amounts, and the currency that they are in. */
function InCurrency({ source, label }: { source: string; label?: ReactNode }) {
  const { currencyData } = useFormatContext();
  return (
    <>
      <FieldTitle source={source} label={label} /> <small>{currencyData.currency}</small>
    </>
  );
}
`;

const WORDS = `/** Words in the present language. */
function Words({ texts }: { texts: Record<string, string> }) {
  const [language] = useLocaleState();
  return <>{texts[language] ?? texts['en'] ?? ''}</>;
}
`;

const WHEN = `/** For records that are so; otherwise something else. */
function When(props: { predicate: Predicate; otherwise?: ReactNode; children: ReactNode }) {
  const record = useRecordContext();
  if (!record) return null;
  return <>{holds(props.predicate, record) ? props.children : props.otherwise}</>;
}
`;

const NOT_EDITABLE = `function NotEditable() {
  const translate = useTranslate();
  return <p role="alert">{translate('form.not_editable')}</p>;
}
`;

const JSON_TEXT = `const formatJson = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2));
const parseJson = (text: string): unknown => (text === '' ? null : JSON.parse(text));
`;
