import { useFormatContext } from '#console/ui/FormatContext.ts';

/** A dash for the eye, words for assistive technology. */
export function NoValue() {
  const { translate } = useFormatContext();
  return (
    <span data-empty role="img" aria-label={translate('fieldTypes.no_value')} style={{ opacity: 0.6 }}>
      —
    </span>
  );
}
