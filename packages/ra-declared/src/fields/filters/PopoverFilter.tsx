import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { ButtonBase } from '@mui/material';
import { useId, useState } from 'react';
import { lazy, prefetchOn } from '../../ui/loading/lazy.tsx';
import { filterOf } from '@merchant-console/declaration';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { filterName, FilterPill, pillButton, FilterPillText } from './FilterPill.tsx';
import type { FilterFormName } from './FilterPopover.tsx';

const FilterPopover = lazy(async () => (await import('./FilterPopover.tsx')).FilterPopover);

/** A filter whose inputs open below its pill. */
function PopoverFilter({ form, ...props }: FilterControlProps & { form: FilterFormName }) {
  const { label, summary, onChange } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { translate } = useFormatContext();
  const dialogId = useId();
  return (
    <FilterPill label={label} summary={summary} onRemove={() => onChange({})}>
      <ButtonBase
        role="combobox"
        aria-label={filterName(label, summary, translate)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : dialogId}
        onClick={(event) => setAnchor(event.currentTarget)}
        onKeyDown={(event) => event.key === 'ArrowDown' && setAnchor(event.currentTarget)}
        {...prefetchOn(FilterPopover)}
        sx={pillButton}
      >
        <FilterPillText label={label} summary={summary} />
        <ExpandMoreIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
      </ButtonBase>
      {anchor && <FilterPopover {...props} form={form} anchor={anchor} id={dialogId} onClose={() => setAnchor(null)} />}
    </FilterPill>
  );
}

/** Filters a list by a text, matching all or part of it as the field declares. */
export const TextFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="text" />;

export const AmountFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="amount" />;
export const IntegerFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="integer" />;
export const DecimalFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="decimal" />;
export const RateFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="rate" />;

/** Filters a list by one day or a range of days, as the field declares. */
export function DateFilter(props: FilterControlProps) {
  return <PopoverFilter {...props} form={filterOf(props.field) === 'range' ? 'days' : 'day'} />;
}

/** Filters a list by whole days of the tenant's calendar. */
export const DateRangeFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="days" />;
