import type { ReactNode } from 'react';
import { type Field, fieldLabel, plainText, standingOf } from '@merchant-console/declaration';
import { Link } from '../ui/router/Link.tsx';
import { RecordContextProvider } from 'react-admin';
import type { FieldRecord } from './FieldTypeDefinition.ts';
import { fieldTypeOf } from './fieldTypes.ts';
import { linkedRecord } from './linkedRecord.ts';
import type { FormatContext } from '../ui/FormatContext.ts';
import { useNamedComponents, type NamedFieldProps } from './NamedComponents.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';

interface Options {
  /** True if the caller renders the value inside its own link. */
  isInLink?: boolean;
  /** True if the label says that an amount is frozen or expected. */
  isNamed?: boolean;
}

/**
 * Renders one field of a record from its formatted text: the text itself for most types, or what the declaration's
 * `cell` makes of it. A value that refers to another record is a link to it if the user may open that record. Returns
 * '' for a value that doesn't apply to this record. A frozen or expected value is muted, and named as such unless its
 * label does.
 */
export function renderField(
  record: FieldRecord,
  field: Field,
  context: FormatContext,
  text: string,
  { isInLink = false, isNamed = false }: Options = {},
): ReactNode {
  const standing = standingOf(field, record);
  if (text === '' || standing === null) return '';
  const path = isInLink ? null : pathFrom(record, field, context);
  // A link can't be inside another one.
  const isBare = (field.type === 'text' || field.type === 'group') && (isInLink || path !== null);
  const value = contentOf(record, field, context, text, isBare);
  const content = path === null ? value : <Link to={path}>{value}</Link>;
  if (standing === 'counted') return content;
  if (isNamed) return <span style={muted}>{content}</span>;
  const name = context.translate(`fieldTypes.${standing}`);
  return (
    <span data-standing={standing} title={name} style={muted}>
      {content}
      {/* Other users see the italics, and the name as a tooltip. */}
      <span style={visuallyHidden}> {name}</span>
    </span>
  );
}

/** Address of the record that the value refers to, or null if there is none that the user may open. */
function pathFrom(record: FieldRecord, field: Field, { referenceName, pathOf }: FormatContext): string | null {
  if (field.type === 'reference') {
    const id = plainText(record[field.source]);
    // A record without a name was deleted or is hidden from the user.
    return id === '' || referenceName(field.reference, id) === undefined
      ? null
      : (pathOf?.(field.reference, id) ?? null);
  }
  const linked = linkedRecord(record, field);
  return linked && (pathOf?.(linked.resource, linked.id) ?? null);
}

/** As dark as other secondary text in either theme. The italics convey it without colour. */
const muted = { opacity: 0.7, fontStyle: 'italic', position: 'relative' } as const;

function contentOf(
  record: FieldRecord,
  field: Field,
  context: FormatContext,
  text: string,
  isBare: boolean,
): ReactNode {
  const { render } = fieldTypeOf(field);
  const typed = (isBare ? undefined : render?.(record[field.source], field, context, record)) ?? text;
  if (field.cell === undefined) return typed;
  return (
    <RecordContextProvider value={record}>
      <NamedField name={field.cell} source={field.source} label={fieldLabel(field, context)}>
        {typed}
      </NamedField>
    </RecordContextProvider>
  );
}

function NamedField({ name, ...props }: NamedFieldProps & { name: string }) {
  const Named = useNamedComponents().field(name);
  return Named ? <Named {...props} /> : props.children;
}
