import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { NumberFilterForm } from './NumberFilterForm.tsx';
import { amountNotation, integerNotation, rateNotation, type NumberNotation } from './numberNotations.ts';
import { PopoverFilter } from './PopoverFilter.tsx';

function NumberFilter({ notation, ...props }: FilterControlProps & { notation: NumberNotation }) {
  return (
    <PopoverFilter label={props.label} summary={props.summary} onRemove={() => props.onChange({})}>
      {(close) => <NumberFilterForm {...props} notation={notation} onClose={close} />}
    </PopoverFilter>
  );
}

export const AmountFilter = (props: FilterControlProps) => <NumberFilter {...props} notation={amountNotation} />;
export const IntegerFilter = (props: FilterControlProps) => <NumberFilter {...props} notation={integerNotation} />;
export const RateFilter = (props: FilterControlProps) => <NumberFilter {...props} notation={rateNotation} />;
