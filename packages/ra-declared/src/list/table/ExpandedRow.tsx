import { Box } from '@mui/material';
import type { Field } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { FieldRow } from '../../record/FieldRow.tsx';

interface ExpandedRowProps {
  record: FieldRecord;
  fields: readonly Field[];
  /** Number of columns to span. */
  span: number;
}

/** More fields of a record, below its row. */
export function ExpandedRow({ record, fields, span }: ExpandedRowProps) {
  return (
    <tr role="row" data-detail>
      <td role="cell" colSpan={span}>
        <Box component="dl" sx={grid}>
          {fields.map((field) => (
            <FieldRow key={field.source} field={field} record={record} align="left" />
          ))}
        </Box>
      </td>
    </tr>
  );
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(360px, 100%), 1fr))',
  columnGap: 4,
  m: 0,
  maxWidth: 1120,
};
