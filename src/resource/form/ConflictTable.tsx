import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Unreadable } from '#console/fields/inputs/Unreadable.ts';
import { NoValue } from '#console/fields/NoValue.tsx';
import type { FieldConflict } from './conflictingFields.ts';

const cells = { '& th, & td': { px: 1, py: 0.5, borderColor: 'divider', overflowWrap: 'anywhere', color: 'inherit' } };

/** What differs, field by field: mine beside theirs. Of two values the one that is bold would be saved by “keep mine”. */
export function ConflictTable({ conflicts }: { conflicts: readonly FieldConflict[] }) {
  const context = useFormatContext();
  const { translate } = context;
  const show = ({ field }: FieldConflict, value: unknown) =>
    value instanceof Unreadable
      ? value.typed
      : formatFieldAlone({ [field.source]: value }, field, context) || <NoValue />;
  return (
    <Table size="small" aria-label={translate('form.differences')} sx={{ ...cells, mt: 1, tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('form.field')}</TableCell>
          <TableCell>{translate('form.mine')}</TableCell>
          <TableCell>{translate('form.theirs')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {conflicts.map((conflict) => (
          <TableRow key={conflict.field.source}>
            <TableCell component="th" scope="row">
              {fieldLabel(conflict.field, context)}
            </TableCell>
            <TableCell sx={{ fontWeight: conflict.isMineChanged ? 600 : 400 }}>
              {show(conflict, conflict.mine)}
            </TableCell>
            <TableCell sx={{ fontWeight: conflict.isMineChanged ? 400 : 600 }}>
              {show(conflict, conflict.theirs)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
