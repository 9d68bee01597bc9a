import AddIcon from '@mui/icons-material/Add';
import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useId } from 'react';
import { ArrayInputBase, SimpleFormIteratorBase } from 'react-admin';
import { acceptsValue, childLimits, fieldLabel, type FieldOf, resolveLabel } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { useLoaded, useNamedComponents } from '../../fields/NamedComponents.ts';
import { emptyValues } from '../../fields/inputs/useBoundField.ts';
import { RowsHead, RowsProblem } from '../../fields/rows/RowsHead.tsx';
import { rowStyles } from '../../fields/rows/rowStyles.ts';
import { useRows } from '../../fields/rows/useRows.ts';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { type FormLines, useLinesInForm } from './formLines.ts';
import { linesIn } from './linesIn.ts';
import { LineRow } from './LineRow.tsx';
import { LineSums } from './LineSums.tsx';

interface LinesInputProps {
  field: FieldOf<'children'>;
  disabled: boolean;
}

/** The lines of a form's record: a table where there is room for it, otherwise a card for each line. */
export function LinesInput({ field, disabled }: LinesInputProps) {
  const { lines: all, before } = useLinesInForm();
  const { translate } = useFormatContext();
  const lines = all.find((one) => one.field.source === field.source);
  const { input: find } = useNamedComponents();
  const areInputsFetched = useLoaded(
    lines?.columns.map(({ input }) => (input === undefined ? undefined : find(input))) ?? [],
  );
  const { min, max } = childLimits(field);
  if (!lines || !areInputsFetched) return null;
  const check = (value: unknown) => {
    const { length } = linesIn(value);
    if (length < min) return translate('formLines.too_few', { smart_count: min });
    return length > max ? translate('formLines.too_many', { smart_count: max }) : undefined;
  };
  return (
    <ArrayInputBase source={field.source} validate={check}>
      <SimpleFormIteratorBase>
        <Lines field={field} lines={lines} before={before} disabled={disabled} />
      </SimpleFormIteratorBase>
    </ArrayInputBase>
  );
}

interface LinesProps extends LinesInputProps {
  lines: FormLines;
  before: FieldRecord | null;
}

function Lines({ field, lines, before, disabled }: LinesProps) {
  const { view, columns, fields } = lines;
  const outside = useFormatContext();
  const { translate, language } = outside;
  const { items, element, add, move, takeOut } = useRows();
  const stored = linesIn(before?.[field.source]);
  const format = useResourceFormat(view.resource.name, columns, stored);
  const id = useId();
  const { max } = childLimits(field);
  const isFull = items.length >= max;
  const isFixed = !acceptsValue(field, 'edit');
  const mayMove = field.order !== undefined && view.canEdit && !isFixed;
  return (
    <Box ref={element} role="group" aria-labelledby={id} sx={rowStyles(columns)}>
      <Typography id={id} component="div" variant="subtitle2">
        {fieldLabel(field, outside)}
      </Typography>
      {field.help !== undefined && (
        <FormHelperText sx={{ mt: 0 }}>{resolveLabel(field.help, language, translate)}</FormHelperText>
      )}
      <FormatContextProvider value={format}>
        {items.length > 0 && <RowsHead columns={columns} />}
        {items.length === 0 && <Typography color="text.secondary">{translate('formLines.none')}</Typography>}
        {items.map((item, index) => (
          <LineRow
            key={item.id}
            index={index}
            isLast={index === items.length - 1}
            lines={lines}
            before={before}
            disabled={disabled}
            onMove={mayMove ? move : null}
            onRemove={isFixed ? null : takeOut}
          />
        ))}
      </FormatContextProvider>
      <RowsProblem source={field.source} />
      {view.canCreate && !isFixed && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Button
            data-button="add"
            startIcon={<AddIcon />}
            disabled={disabled || isFull}
            onClick={() => add(emptyValues(fields))}
          >
            {translate('formLines.add')}
          </Button>
          {isFull && (
            <Typography variant="caption" color="text.secondary">
              {translate('formLines.too_many', { smart_count: max })}
            </Typography>
          )}
        </Box>
      )}
      <LineSums lines={lines} />
    </Box>
  );
}
