/** Components that react-admin does not have, only those that the pages use. */
export function ownComponents(body: string): { imports: string[]; code: string[]; uses: string[] } {
  const imports: string[] = [];
  const code: string[] = [];
  const uses: string[] = [];
  if (body.includes('<Formatted ')) {
    imports.push(
      "import type { Field } from '#shared/declaration/fieldSchema.ts';",
      "import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';",
      "import { formatField } from '#console/fieldTypes/formatField.ts';",
    );
    uses.push('useRecordContext');
    code.push(FORMATTED);
  }
  if (body.includes('<Words ')) {
    uses.push('useLocaleState');
    code.push(WORDS);
  }
  if (body.includes('formatJson')) code.push(JSON_TEXT);
  return { imports, code, uses };
}

const FORMATTED = `/** A value in the console's own format. */
function Formatted({ field }: { field: Field }) {
  const record = useRecordContext();
  const context = useFormatContext();
  return <>{(record && formatField(record, field, context)) || '—'}</>;
}
`;

const WORDS = `/** Words in the present language. */
function Words({ texts }: { texts: Record<string, string> }) {
  const [language] = useLocaleState();
  return <>{texts[language] ?? texts['en'] ?? ''}</>;
}
`;

const JSON_TEXT = `const formatJson = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2));
const parseJson = (text: string): unknown => (text === '' ? null : JSON.parse(text));
`;
