import { Box, Link as MuiLink, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { permissionKey } from '#shared/declaration/permissions.ts';
import { RecordContextProvider } from 'react-admin';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { fieldTypeOf } from '#console/fields/fieldTypes.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { NoValue } from '#console/fields/NoValue.tsx';
import { renderField } from '#console/fields/renderField.tsx';
import { Link } from '#console/ui/router/Link.tsx';
import { RowActions } from '../actions/RowActions.tsx';
import { hasRowActions } from '../actions/offeredActions.ts';
import type { ResourcePlace } from '../resourcePlaces.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { outOfSight } from '#console/ui/outOfSight.ts';
import { valueLink } from './FieldRow.tsx';
import { useResourceFormat } from '../useResourceFormat.ts';

interface RelatedTableProps {
  /** The other resource, on its page of the menu. */
  view: ResourceView;
  /** Whether what can be done with a record is offered beside it. */
  hasActions: boolean;
  place: ResourcePlace;
  fields: readonly Field[];
  records: readonly IdentifiedRecord[];
}

/** A few records of another resource, with what can be done with each; the first column leads to it. */
export function RelatedTable({ view, hasActions, place, fields, records }: RelatedTableProps) {
  const { resource } = view;
  const context = useResourceFormat(resource.name, resource.fields, records);
  const canShow = place.permissions.includes(permissionKey(resource.name, 'show'));
  const acts = hasActions && hasRowActions(view);
  const name = resolveLabel(resource.label, context.language, context.translate);
  return (
    <Box sx={{ overflowX: 'auto', mx: -1 }}>
      <Table
        size="small"
        aria-label={name}
        sx={{ '& th, & td': { px: 1, whiteSpace: 'nowrap' }, '& td > a': valueLink }}
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
                <Box component="span" sx={outOfSight}>
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
                  const content = renderField(record, field, context, text, isLink);
                  return (
                    <TableCell key={field.source} align={fieldTypeOf(field).align}>
                      {isLink ? (
                        <MuiLink component={Link} to={recordPath(place.basePath, record.id)}>
                          {content || record.id}
                        </MuiLink>
                      ) : (
                        content || <NoValue />
                      )}
                    </TableCell>
                  );
                })}
                {acts && (
                  <TableCell align="right">
                    <RowActions view={view} record={record} inList />
                  </TableCell>
                )}
              </TableRow>
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
