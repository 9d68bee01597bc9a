import { useFormatContext } from '../ui/FormatContext.ts';

/** Shows a dash, which assistive technology reads as text. */
export function NoValue() {
  const { translate } = useFormatContext();
  return (
    <span data-empty role="img" aria-label={translate('fieldTypes.no_value')} style={{ opacity: 0.6 }}>
      —
    </span>
  );
}
