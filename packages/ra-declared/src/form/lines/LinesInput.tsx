import AddIcon from '@mui/icons-material/Add';
import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import { ArrayInputBase, SimpleFormIteratorBase, useArrayInput, useEvent, useSimpleFormIterator } from 'react-admin';
import { get, useFormState } from 'react-hook-form';
import {
  acceptsValue,
  childLimits,
  fieldLabel,
  type FieldOf,
  plainText,
  resolveLabel,
} from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { fieldTypeOf } from '../../fields/fieldTypes.ts';
import { useLoaded, useNamedComponents } from '../../fields/NamedComponents.ts';
import { wordsOf } from '../../fields/inputs/useBoundField.ts';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { type FormLines, newLine, useLinesInForm } from './formLines.ts';
import { linesIn } from './linesIn.ts';
import { LineRow } from './LineRow.tsx';
import { LineSums } from './LineSums.tsx';
import { lineStyles } from './lineStyles.ts';

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

/** What the focus goes to once the lines have changed. */
interface NextFocus {
  line: number;
  /** Names of its buttons, of which the first that is enabled gets the focus. */
  buttons: readonly string[];
}

function Lines({ field, lines, before, disabled }: LinesProps) {
  const { view, columns, fields } = lines;
  const outside = useFormatContext();
  const { translate, language } = outside;
  const { fields: items } = useArrayInput();
  const { add, reOrder, remove } = useSimpleFormIterator();
  const stored = linesIn(before?.[field.source]);
  const format = useResourceFormat(view.resource.name, columns, stored);
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const next = useRef<NextFocus | null>(null);
  useEffect(() => {
    if (!next.current) return;
    const { line, buttons } = next.current;
    next.current = null;
    const places = [
      ...buttons.map((button) => `[data-line="${line}"] [data-button="${button}"]`),
      `[data-button="add"]`,
    ];
    const found = places.map((place) => group.current?.querySelector<HTMLElement>(`${place}:not(:disabled)`));
    found.find(Boolean)?.focus();
  }, [items]);
  const move = useEvent((from: number, to: number) => {
    next.current = { line: to, buttons: to < from ? ['up', 'down'] : ['down', 'up'] };
    reOrder(from, to);
  });
  const takeOut = useEvent((at: number) => {
    next.current = { line: Math.min(at, items.length - 2), buttons: ['remove'] };
    remove(at);
  });
  const { max } = childLimits(field);
  const isFull = items.length >= max;
  const isFixed = !acceptsValue(field, 'edit');
  const mayMove = field.order !== undefined && view.canEdit && !isFixed;
  return (
    <Box ref={group} role="group" aria-labelledby={id} sx={lineStyles(columns)}>
      <Typography id={id} component="div" variant="subtitle2">
        {fieldLabel(field, outside)}
      </Typography>
      {field.help !== undefined && (
        <FormHelperText sx={{ mt: 0 }}>{resolveLabel(field.help, language, translate)}</FormHelperText>
      )}
      <FormatContextProvider value={format}>
        {items.length > 0 && (
          // The inputs of each line have these names themselves.
          <div className="line-head" aria-hidden>
            <span />
            {columns.map((column) => (
              <span key={column.source} data-align={fieldTypeOf(column).align}>
                {fieldLabel(column, format)}
                {column.required === true && ' *'}
              </span>
            ))}
          </div>
        )}
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
      <LinesProblem source={field.source} />
      {view.canCreate && !isFixed && (
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Button
            data-button="add"
            startIcon={<AddIcon />}
            disabled={disabled || isFull}
            onClick={() => add(newLine(fields))}
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

/** A problem of the lines as a whole. */
function LinesProblem({ source }: { source: string }) {
  const { errors } = useFormState();
  const problem = wordsOf(
    plainText(get(errors, `${source}.root.message`) ?? get(errors, `${source}.message`)) || undefined,
  );
  return (
    <FormHelperText error role="alert" sx={{ mt: 0, '&:empty': { display: 'none' } }}>
      {problem}
    </FormHelperText>
  );
}
