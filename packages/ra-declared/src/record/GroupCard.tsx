import DownloadIcon from '@mui/icons-material/Download';
import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import {
  childrenIn,
  type Field,
  formatSize,
  holds,
  isEmpty,
  isMasked,
  plainText,
  type Resource,
  resolveLabel,
  type ShowGroup,
  sumsOfLines,
} from '@merchant-console/declaration';
import { isFileValue, type FileValue } from '@merchant-console/protocol';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useNamedComponents } from '../fields/NamedComponents.ts';
import { fieldTypeOf } from '../fields/fieldTypes.ts';
import { FileImage } from '../fields/file/FileImage.tsx';
import { useInputServices } from '../fields/inputs/InputServices.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { useFormatContext } from '../ui/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { RecordCard } from './RecordCard.tsx';
import { useShownRecord } from './useShownRecord.ts';
import { FieldRow } from './FieldRow.tsx';
import { RevealableText } from './RevealableText.tsx';
import { saveFile } from './saveFile.ts';

const twoColumns = { columns: '2 360px', columnGap: 5, '& > *': { breakInside: 'avoid' } };

interface GroupCardProps {
  view: ResourceView;
  group: ShowGroup;
  /** True if it takes the full width of the page. */
  isAlone: boolean;
}

/**
 * Card with a group of a record's fields, without the reasons, which the heading shows. Empty fields are left out of
 * resources without a form, because nobody can fill them. Renders nothing if no field applies, nor if it would be a
 * column of dashes beside other cards.
 */
export function GroupCard({ view, group, isAlone }: GroupCardProps) {
  const record = useShownRecord();
  const { group: find } = useNamedComponents();
  const { language, translate } = useFormatContext();
  // The record page shows sums of lines below the lines, unless a group with a title names them.
  const elsewhere = [...view.resource.show.reasons, ...(group.label === undefined ? sumsIn(view.resource) : [])];
  const applying = group.fields.filter(
    (field) => !elsewhere.includes(field) && (field.when === undefined || holds(field.when, record)),
  );
  if (applying.length === 0) return null;
  const title = resolveLabel(group.label ?? 'record.details', language, translate);
  const Custom = group.component === undefined ? undefined : find(group.component);
  if (Custom) {
    return (
      <RecordCard title={title}>
        <Custom fields={applying} />
      </RecordCard>
    );
  }
  const filled = applying.filter((field) => !isEmpty(record[field.source]) || isComing(field, record));
  if (!isAlone && filled.length === 0) return null;
  const fields = view.resource.operations.includes('edit') || filled.length === 0 ? applying : filled;
  // If at least half are numbers, texts are right-aligned too, so that the values form a straight column.
  const numbers = fields.filter((field) => fieldTypeOf(field).align === 'right').length;
  const align = numbers * 2 >= fields.length ? 'right' : 'left';
  return (
    <RecordCard title={title}>
      <Box component="dl" sx={{ m: 0, ...(isAlone && twoColumns) }}>
        {fields.map((field) => (
          <FieldRow key={field.source} field={field} record={record} align={align}>
            {contentOf(view, field, record)}
          </FieldRow>
        ))}
      </Box>
    </RecordCard>
  );
}

function sumsIn({ fields }: Resource): Field[] {
  return childrenIn(fields).flatMap(({ reference }) => sumsOfLines(fields, reference));
}

/** True for a value that only the record's own response has, until that comes. */
function isComing({ source, recordOnly }: Field, record: IdentifiedRecord): boolean {
  return recordOnly === true && record[source] === undefined;
}

/** The value with its actions (reveal, download). Undefined if its text is enough. */
function contentOf({ canReveal }: ResourceView, field: Field, record: IdentifiedRecord): ReactNode {
  const value = record[field.source];
  if (isComing(field, record)) return <Skeleton width={96} sx={{ display: 'inline-block' }} />;
  if (isFileValue(value) && (field.type === 'file' || field.type === 'image'))
    return <FileLink field={field} file={value} />;
  if (field.type === 'json' && field.cell === undefined && value !== null && value !== undefined)
    return <JsonText value={value} />;
  const masked = isMasked(field) ? plainText(value) : '';
  if (masked !== '' && canReveal) return <RevealableText field={field} masked={masked} />;
  return undefined;
}

/** A JSON value, indented. */
function JsonText({ value }: { value: unknown }) {
  return (
    <Box
      component="pre"
      // Lets keyboard users scroll long values.
      tabIndex={0}
      sx={{
        m: 0,
        maxHeight: 320,
        overflow: 'auto',
        fontFamily: 'monospace',
        fontSize: '0.8125rem',
        textAlign: 'start',
      }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  );
}

/** A record's file: an image is shown, and any file can be downloaded. */
function FileLink({ field, file }: { field: Field; file: FileValue }) {
  const { id } = useShownRecord();
  const { translate } = useFormatContext();
  const { downloadFile } = useInputServices();
  const words = `${file.name} · ${formatSize(file.size)}`;
  const download = async () => saveFile(await downloadFile(id, field.source, new AbortController().signal), file.name);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 0.5, minWidth: 0 }}>
      {field.type === 'image' && <FileImage source={field.source} file={file} recordId={id} height={120} />}
      <DownloadButton
        download={download}
        startIcon={<DownloadIcon />}
        aria-label={translate('files.download', { name: words })}
        sx={{ ml: -0.625, maxWidth: '100%', textAlign: 'start', overflowWrap: 'anywhere' }}
      >
        {words}
      </DownloadButton>
    </Box>
  );
}
