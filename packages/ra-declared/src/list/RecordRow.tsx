import { memo, type ReactNode } from 'react';
import { RecordContextProvider } from 'react-admin';
import { type Field, fieldLabel } from '@merchant-console/declaration';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { isStatus } from '../fields/choice/enumType.tsx';
import { fieldTypeOf } from '../fields/fieldTypes.ts';
import { formatField } from '../fields/formatField.ts';
import { renderField } from '../fields/renderField.tsx';
import type { FormatContext } from '../ui/FormatContext.ts';
import { Link } from '../ui/router/Link.tsx';
import { hasLead, type Column, type TableParts } from './columns.ts';
import { expandIcon, rowMenuIcon } from './table/rowIcons.tsx';

// Explicit roles, because some browsers ignore the semantics of rows and cells that are displayed as cards.
const CELL = { role: 'cell' } as const;

interface RecordRowProps {
  record: IdentifiedRecord;
  /** Position on the page, from 0. */
  index: number;
  columns: readonly Column[];
  parts: TableParts;
  context: FormatContext;
  /** Address that its name links to, or null if the user may not open it. */
  path: string | null;
  /** True if a click anywhere on the row opens something. */
  opens: boolean;
  selected: boolean;
  expanded: boolean;
}

/**
 * A record's row. Its cells are plain elements with formatted text, because a component for each cell would make lists
 * slow. The table's listeners handle all events, by `data-index` and `data-act`.
 */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, index, parts, context, opens, selected, expanded } = props;
  const name = () => nameIn(props);
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
        {cellsOf(props)}
        {parts.menu && menuCell(name(), context)}
      </tr>
    </RecordContextProvider>
  );
});

interface Cells extends Pick<RecordRowProps, 'record' | 'columns' | 'context' | 'path'> {
  /** Content before the record's name. */
  before?: ReactNode;
}

/** The text of a row's first cell. */
export function nameIn({ record, columns: [first], context }: Omit<Cells, 'path'>): string {
  return (first && formatField(record, first.field, context)) || String(record.id);
}

/** The cells of a record's values. The first one links to the record. */
export function cellsOf({ record, columns, context, path, before }: Cells): ReactNode {
  return columns.map(({ field, align, slot }) => {
    const isLink = slot === 'title' && path !== null;
    const content = renderField(record, field, context, formatField(record, field, context), { isInLink: isLink });
    return (
      <td
        key={field.source}
        {...CELL}
        data-align={align}
        data-slot={slot}
        data-type={field.type}
        data-copy={field.type === 'text' && field.copy ? '' : undefined}
        // A card has no column header to name the unit.
        data-unit={content && (slot === 'lead' || slot === 'figure') ? unitOf(field, context, record) : undefined}
        data-label={needsLabel(slot, field) ? labelOf(field, context) : undefined}
      >
        {slot === 'title' && before}
        {isLink ? <Link to={path}>{content || record.id}</Link> : content || <NoValue />}
      </td>
    );
  });
}

/** The cell with the button for a row's menu. */
export function menuCell(name: string, { translate }: FormatContext): ReactNode {
  return (
    <td {...CELL} data-part="menu">
      <button type="button" data-act="menu" aria-haspopup="menu" aria-label={translate('list.row_menu', { name })}>
        {rowMenuIcon}
      </button>
    </td>
  );
}

/**
 * True if the value means nothing without its column header, which cards don't have: a further number, yes and no, a
 * second status, or a time other than that of creation.
 */
const needsLabel = (slot: Column['slot'], field: Field) =>
  slot === 'figure' ||
  (slot === 'time' && field.source !== 'created_at') ||
  (slot === 'more' && (field.type === 'boolean' || isStatus(field)));

const labelOf = (field: Field, context: FormatContext) =>
  context.translate('list.labelled', { label: fieldLabel(field, context), text: '' });

const unitOf = (field: Field, context: FormatContext, record: FieldRecord) =>
  fieldTypeOf(field).unit?.(context, field, record) || undefined;

/** React requires a handler on a controlled input. The table handles the click. */
function heardByTable(): void {}
