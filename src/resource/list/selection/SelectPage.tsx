import { useEffect, useRef } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';

export type PageSelected = 'none' | 'some' | 'all';

interface SelectPageProps {
  selected: PageSelected;
  onSelect(on: boolean): void;
}

/** Checkbox that selects or deselects all rows of the page. */
export function SelectPage({ selected, onSelect }: SelectPageProps) {
  const { translate } = useFormatContext();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = selected === 'some';
  }, [selected]);
  return (
    <input
      ref={input}
      type="checkbox"
      checked={selected === 'all'}
      onChange={() => onSelect(selected !== 'all')}
      aria-label={translate('selection.select_page')}
    />
  );
}
