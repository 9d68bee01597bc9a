import { Box, Link as MuiLink, Stack, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useRef } from 'react';
import { RecordContextProvider } from 'react-admin';
import { type Field, fieldLabel, recordName } from '@merchant-console/declaration';
import { RowActions } from '../actions/ActionButton.tsx';
import { hasRowActions } from '../actions/offeredActions.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { fieldTypeOf } from '../fields/fieldTypes.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { renderField } from '../fields/renderField.tsx';
import { CutOffCells } from '../list/table/CutOffCells.tsx';
import { cutOff } from '../list/tableStyles.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { Link } from '../ui/router/Link.tsx';
import { scrollShades } from '../ui/scrollShades.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { valueLink } from './FieldRow.tsx';

/** Types of fields whose width is limited. */
const TEXTS: readonly Field['type'][] = ['text', 'longtext', 'reference', 'references', 'texts', 'group'];

const scrolling = { ...scrollShades, overflowX: 'auto', mx: -1 } as const;

interface RelatedTableProps {
  view: ResourceView;
  /** True to show the actions on each record. */
  hasActions?: boolean;
  /** True if the first column links to the record. */
  hasLinks?: boolean;
  fields: readonly Field[];
  records: readonly IdentifiedRecord[];
}

/** Table of a few records of another resource, with their actions. */
export function RelatedTable({ view, hasActions = false, hasLinks = true, fields, records }: RelatedTableProps) {
  const { resource, title, basePath } = view;
  const canShow = hasLinks && view.canShow;
  const context = useResourceFormat(resource.name, resource.fields, records);
  const acts = hasActions && hasRowActions(view);
  const table = useRef<HTMLTableElement>(null);
  return (
    // Focusable if nothing in it is, so that it can be scrolled with the keyboard.
    <Box {...(!canShow && { role: 'group', 'aria-label': title, tabIndex: 0 })} sx={scrolling}>
      <Table
        size="small"
        aria-label={title}
        ref={table}
        sx={{
          '& th, & td': { px: 1, whiteSpace: 'nowrap' },
          '& td[data-type]': { maxWidth: 200, ...cutOff },
          '& td > a, & td > span > a': valueLink,
        }}
      >
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field.source} align={fieldTypeOf(field).align}>
                {fieldLabel(field, context)}
              </TableCell>
            ))}
            {acts && (
              <TableCell>
                <Box component="span" sx={visuallyHidden}>
                  {context.translate('list.actions')}
                </Box>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map((record) => (
            <RecordContextProvider key={record.id} value={record}>
              <TableRow sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
                {fields.map((field, index) => {
                  const isLink = index === 0 && canShow;
                  const text = formatFieldAlone(record, field, context);
                  const content = renderField(record, field, context, text, { isInLink: isLink });
                  return (
                    <TableCell
                      key={field.source}
                      align={fieldTypeOf(field).align}
                      data-type={TEXTS.includes(field.type) ? field.type : undefined}
                    >
                      {isLink ? (
                        <MuiLink component={Link} to={recordPath(basePath, record.id)}>
                          {content || recordName(record, resource, context.referenceName)}
                        </MuiLink>
                      ) : (
                        content || <NoValue />
                      )}
                    </TableCell>
                  );
                })}
                {acts && (
                  <TableCell align="right">
                    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
                      <RowActions view={view} record={record} inList />
                    </Stack>
                  </TableCell>
                )}
              </TableRow>
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
      <CutOffCells table={table} rows={records} />
    </Box>
  );
}
