import AddIcon from '@mui/icons-material/Add';
import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { type ComponentType, memo, useId } from 'react';
import { ArrayInputBase, RecordContext, SimpleFormIteratorBase, SimpleFormIteratorItemBase } from 'react-admin';
import { type GroupField, MOST_GROUPS, resolveLabel } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { FormRulesContext } from '../inputs/FormRules.ts';
import { emptyValues, useFieldCheck } from '../inputs/useBoundField.ts';
import { RowButtons } from '../rows/RowButtons.tsx';
import { RowsHead, RowsProblem } from '../rows/RowsHead.tsx';
import { isWide, rowStyles } from '../rows/rowStyles.ts';
import { useRows } from '../rows/useRows.ts';

/** Input of a value in a group. */
type PartInput = ComponentType<Pick<FieldInputProps, 'field' | 'mode' | 'disabled'>>;

interface GroupInputProps extends FieldInputProps<GroupField> {
  Input: PartInput;
}

/** Input for groups of values: a table where there is room for it, otherwise a card for each group. */
export function GroupInput(props: GroupInputProps) {
  const check = useFieldCheck(props.field);
  return (
    <ArrayInputBase source={props.field.source} validate={check}>
      <SimpleFormIteratorBase>
        <Groups {...props} />
      </SimpleFormIteratorBase>
    </ArrayInputBase>
  );
}

/**
 * Each input has a blank line below for its message. Without it, a message that appears as an input is left would move the button that
 * is being pressed.
 */
const SPACED = {
  gap: 1,
  pb: 1,
  '& > .line': { rowGap: 1 },
  '& .line .MuiFormHelperText-root:has(> .notranslate)': { display: 'block' },
};

function Groups({ field, label, disabled, Input }: GroupInputProps) {
  const { source, fields, max = MOST_GROUPS, help, required } = field;
  const { translate, language } = useFormatContext();
  const { items, element, add, move, takeOut } = useRows();
  const id = useId();
  const isFull = items.length >= max;
  return (
    <Box ref={element} role="group" aria-labelledby={id} sx={rowStyles(fields, SPACED)}>
      <Typography id={id} component="div" variant="subtitle2">
        {label}
        {required === true && ' *'}
      </Typography>
      {help !== undefined && <FormHelperText sx={{ mt: 0 }}>{resolveLabel(help, language, translate)}</FormHelperText>}
      {items.length > 0 && <RowsHead columns={fields} />}
      {items.map((item, index) => (
        <GroupRow
          key={item.id}
          index={index}
          isLast={index === items.length - 1}
          fields={fields}
          disabled={disabled}
          Input={Input}
          onMove={move}
          onRemove={takeOut}
        />
      ))}
      <RowsProblem source={source} />
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Button
          data-button="add"
          startIcon={<AddIcon />}
          aria-label={translate('formGroups.add_to', { label })}
          disabled={disabled || isFull}
          onClick={() => add(emptyValues(fields))}
        >
          {translate('formGroups.add')}
        </Button>
        {isFull && (
          <Typography variant="caption" color="text.secondary">
            {translate('formGroups.full', { smart_count: max })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

interface GroupRowProps extends Pick<GroupField, 'fields'> {
  index: number;
  isLast: boolean;
  disabled: boolean;
  Input: PartInput;
  onMove(from: number, to: number): void;
  onRemove(index: number): void;
}

/** Rules are shown at fields of the record, which may have the same names. */
const noRule = () => undefined;

const GroupRow = memo(function GroupRow({ index, isLast, fields, disabled, Input, onMove, onRemove }: GroupRowProps) {
  const { translate } = useFormatContext();
  return (
    // The values of a group aren't those of the record.
    <RecordContext value={undefined}>
      <SimpleFormIteratorItemBase index={index}>
        <FormRulesContext value={noRule}>
          <div
            className="line"
            role="group"
            aria-label={translate('formGroups.group', { number: index + 1 })}
            data-line={index}
          >
            <span className="line-number" aria-hidden>
              {index + 1}
            </span>
            {fields.map((field) => (
              <div key={field.source} className={isWide(field) ? 'line-cell line-wide' : 'line-cell'}>
                <Input field={field} mode="create" disabled={disabled} />
              </div>
            ))}
            <div className="line-buttons">
              <RowButtons texts="formGroups" {...{ index, isLast, disabled, onMove, onRemove }} />
            </div>
          </div>
        </FormRulesContext>
      </SimpleFormIteratorItemBase>
    </RecordContext>
  );
});
