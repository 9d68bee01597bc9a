import { fieldLabel } from '@merchant-console/declaration';
import type { Filter } from '@merchant-console/protocol';
import { Chart } from '../list/charts/Chart.tsx';
import { listPath } from '../resourcePlaces.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { Link } from '../ui/router/Link.tsx';
import type { CardContent } from './cardContent.ts';
import { headingOf } from './headingOf.ts';

/** Bars of the records that a filter finds. Each leads to the list of its records. */
export function ChartCard({ view, filter, label, chart }: Extract<CardContent, { type: 'chart' }>) {
  const { resource, basePath, title } = view;
  const context = useFormatContext();
  const usual = context.translate('list.labelled', { label: title, text: fieldLabel(chart.by, context) });
  return (
    <Chart
      resource={resource}
      chart={chart}
      title={headingOf(label, usual, context)}
      filter={filter}
      renderBar={({ part, name, children }) => (
        <Link to={listPath(basePath, narrowed(filter, part))} title={name}>
          {children}
        </Link>
      )}
    />
  );
}

/** The filter that finds the records of both. A bar of a period can begin before the filter does, or end after it. */
export function narrowed(filter: Filter, part: Filter): Filter {
  const both = { ...filter, ...part };
  for (const [key, value] of Object.entries(part)) {
    const other = filter[key];
    if (typeof other !== 'string' || typeof value !== 'string') continue;
    const isLater = Date.parse(other) > Date.parse(value);
    if ((key.endsWith('_gte') && isLater) || (key.endsWith('_lte') && !isLater)) both[key] = other;
  }
  return both;
}
