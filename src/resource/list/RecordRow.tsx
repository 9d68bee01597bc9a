import { memo } from 'react';
import { RecordContextProvider } from 'react-admin';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord, IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { fieldTypeOf } from '#console/fields/fieldTypes.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';
import { formatField } from '#console/fields/formatField.ts';
import { NoValue } from '#console/fields/NoValue.tsx';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { Link } from '#console/ui/router/Link.tsx';
import type { Column } from './columns.ts';
import { cellContent } from './table/cellContent.ts';
import { expandIcon, rowMenuIcon } from './table/rowIcons.tsx';
import { hasLead, type TableParts } from './table/TableParts.ts';

// Drawn as cards, rows and cells mean nothing to some browsers unless their roles are written.
const CELL = { role: 'cell' } as const;

interface RecordRowProps {
  record: IdentifiedRecord;
  /** Which row of the page it is, from 0. */
  index: number;
  columns: readonly Column[];
  parts: TableParts;
  context: FormatContext;
  /** Address that its name links to; null when the user may not open it. */
  path: string | null;
  /** A click anywhere on it does something. */
  opens: boolean;
  selected: boolean;
  expanded: boolean;
}

/**
 * One record. Its cells are plain elements with text from the field types' formatters: a component per cell is what makes
 * a list slow. What happens to it the table's one set of listeners sees, by `data-index` and `data-act`.
 */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, index, columns, parts, context, path, opens, selected, expanded } = props;
  const name = () => (columns[0] && formatField(record, columns[0].field, context)) || String(record.id);
  return (
    <RecordContextProvider value={record}>
      <tr
        role="row"
        tabIndex={-1}
        data-index={index}
        data-opens={opens ? '' : undefined}
        data-selected={selected ? '' : undefined}
      >
        {hasLead(parts) && (
          <td {...CELL} data-part="lead">
            {parts.expand && (
              <button
                type="button"
                data-act="expand"
                aria-expanded={expanded}
                aria-label={context.translate('list.expand_row', { name: name() })}
              >
                {expandIcon}
              </button>
            )}
            {parts.select && (
              <input
                type="checkbox"
                data-act="select"
                checked={selected}
                onChange={heardByTable}
                aria-label={context.translate('selection.select_row', { name: name() })}
              />
            )}
          </td>
        )}
        {columns.map(({ field, align, slot }) => {
          const isLink = slot === 'title' && path !== null;
          const content = cellContent(record, field, context, isLink);
          return (
            <td
              key={field.source}
              {...CELL}
              data-align={align}
              data-slot={slot}
              data-type={field.type}
              // On a card nothing above names the unit.
              data-unit={content && (slot === 'lead' || slot === 'figure') ? unitOf(field, context, record) : undefined}
              data-label={needsLabel(slot, field) ? labelOf(field, context) : undefined}
            >
              {isLink ? <Link to={path}>{content || record.id}</Link> : content || <NoValue />}
            </td>
          );
        })}
        {parts.menu && (
          <td {...CELL} data-part="menu">
            <button
              type="button"
              data-act="menu"
              aria-haspopup="menu"
              aria-label={context.translate('list.row_menu', { name: name() })}
            >
              {rowMenuIcon}
            </button>
          </td>
        )}
      </tr>
    </RecordContextProvider>
  );
});

/** True if the value says nothing without its column header, which cards don't have: a further number, or yes and no. */
const needsLabel = (slot: Column['slot'], { type }: Field) =>
  slot === 'figure' || (slot === 'more' && type === 'boolean');

const labelOf = (field: Field, context: FormatContext) =>
  context.translate('filters.set', { field: fieldLabel(field, context), summary: '' });

const unitOf = (field: Field, context: FormatContext, record: FieldRecord) =>
  fieldTypeOf(field).unit?.(context, field, record) || undefined;

/** React wants one on a controlled input; the click on it reaches the table. */
function heardByTable(): void {}
