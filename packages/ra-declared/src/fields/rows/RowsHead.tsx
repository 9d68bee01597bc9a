import { FormHelperText } from '@mui/material';
import { get, useFormState } from 'react-hook-form';
import { type Field, fieldLabel, plainText } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { fieldTypeOf } from '../fieldTypes.ts';
import { wordsOf } from '../inputs/useBoundField.ts';

/** The names of the columns. The inputs of each row have these names themselves. */
export function RowsHead({ columns }: { columns: readonly Field[] }) {
  const context = useFormatContext();
  return (
    <div className="line-head" aria-hidden>
      <span />
      {columns.map((column) => (
        <span key={column.source} data-align={fieldTypeOf(column).align}>
          {fieldLabel(column, context)}
          {column.required === true && ' *'}
        </span>
      ))}
    </div>
  );
}

/** A problem of the rows as a whole. */
export function RowsProblem({ source }: { source: string }) {
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
