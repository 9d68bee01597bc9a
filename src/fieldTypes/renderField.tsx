import type { ReactNode } from 'react';
import { standingOf } from '#shared/declaration/counts.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from './FieldTypeDefinition.ts';
import { fieldTypeOf } from './fieldTypes.ts';
import { customCells } from '#console/components/customCells.ts';
import type { FormatContext } from './FormatContext.ts';

/**
 * One field of a record as it is drawn, given its text: the text itself for most types, or what its declaration's `cell`
 * makes of it. '' for a value that stands for nothing in this record; one that is frozen or expected is muted and named.
 */
export function renderField(record: FieldRecord, field: Field, context: FormatContext, text: string): ReactNode {
  const standing = standingOf(field, record);
  if (text === '' || standing === null) return '';
  const content = contentOf(record, field, context, text);
  if (standing === 'counted') return content;
  const name = context.translate(`fieldTypes.${standing}`);
  return (
    <span data-standing={standing} title={name} style={muted}>
      {content}
      <span style={unseen}> {name}</span>
    </span>
  );
}

/** As dark as other secondary text, in either theme; the slant tells it without colours. */
const muted = { opacity: 0.7, fontStyle: 'italic', position: 'relative' } as const;

/** The name is read by assistive technology; others see the slant, and the name under the pointer. */
const unseen = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const;

function contentOf(record: FieldRecord, field: Field, context: FormatContext, text: string): ReactNode {
  const value = record[field.source];
  if (field.cell !== undefined) return customCells[field.cell]({ value, text, field, context });
  const { render } = fieldTypeOf(field);
  return render ? render(value, field, context) : text;
}
