import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { fieldLabel } from '#console/fieldTypes/fieldLabel.ts';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { FormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatField } from '#console/fieldTypes/formatField.ts';
import { NoValue } from '#console/fieldTypes/NoValue.tsx';
import { renderField } from '#console/fieldTypes/renderField.ts';
import type { Column } from './columns.ts';
import { isForRow } from './isForRow.ts';

// Drawn as cards, rows and cells mean nothing to some browsers unless their roles are written.
const ROW = { role: 'row' } as const;
const CELL = { role: 'cell' } as const;

interface RecordRowProps {
  record: IdentifiedRecord;
  columns: readonly Column[];
  context: FormatContext;
  /** Address of the record, null when the user may not open it. */
  path: string | null;
  onOpen(path: string): void;
}

/**
 * One record. Its cells are plain elements with text from the field types' formatters: a component per cell is what makes
 * a list slow.
 */
export const RecordRow = memo(function RecordRow({ record, columns, context, path, onOpen }: RecordRowProps) {
  const open = (event: MouseEvent) => {
    if (path !== null && isForRow(event)) onOpen(path);
  };
  return (
    <tr {...ROW} onClick={open} data-opens={path === null ? undefined : ''}>
      {columns.map(({ field, align, slot }) => {
        const content = renderField(record, field, context, formatField(record, field, context));
        const isLink = slot === 'title' && path !== null;
        return (
          <td
            key={field.source}
            {...CELL}
            data-align={align}
            data-slot={slot}
            data-type={field.type}
            data-label={slot === 'figure' ? fieldLabel(field, context) : undefined}
          >
            {isLink ? <Link to={path}>{content || record.id}</Link> : content || <NoValue />}
          </td>
        );
      })}
    </tr>
  );
});
