import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { ButtonBase } from '@mui/material';
import { useId, useState } from 'react';
import { onDemand } from '#console/loading/onDemand.tsx';
import { prefetchBy } from '#console/loading/prefetchBy.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../FormatContext.ts';
import { filterName } from './filterName.ts';
import { FilterPill, pillButton } from './FilterPill.tsx';
import { FilterPillText } from './FilterPillText.tsx';
import type { FilterFormName } from './FilterPopover.tsx';

const FilterPopover = onDemand(async () => (await import('./FilterPopover.tsx')).FilterPopover);

/** A filter whose inputs open under its pill. */
export function PopoverFilter({ form, ...props }: FilterControlProps & { form: FilterFormName }) {
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
        {...prefetchBy(FilterPopover)}
        sx={pillButton}
      >
        <FilterPillText label={label} summary={summary} />
        <ExpandMoreIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
      </ButtonBase>
      {anchor && <FilterPopover {...props} {...{ form, anchor }} id={dialogId} onClose={() => setAnchor(null)} />}
    </FilterPill>
  );
}
