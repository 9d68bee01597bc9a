import type { ComponentProps } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { AboutRate } from './AboutRate.tsx';
import { compareRates } from './comparison.ts';
import { Figure } from './Figure.tsx';
import { rateText } from './rateText.ts';

interface RateFigureProps extends Pick<ComponentProps<typeof Figure>, 'size'> {
  /** In hundredths of a percent; null where nothing is finished. */
  rate: number | null;
  before: number | null;
}

/** A success rate beside the one before it. */
export function RateFigure({ rate, before, size = 'small' }: RateFigureProps) {
  const { translate } = useFormatContext();
  return (
    <Figure
      {...{ size, to: null, isRate: true }}
      name={translate('statistics.success_rate')}
      about={<AboutRate />}
      text={rateText(rate) ?? '–'}
      comparison={compareRates(rate, before)}
    />
  );
}
