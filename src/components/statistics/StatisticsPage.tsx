import { DeclaredList } from '#console/views/list/DeclaredList.tsx';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { OVERVIEW_FILTERS } from './useStatistics.ts';
import { Statistics } from './Statistics.tsx';

/** What sub-merchants have done in a period, above the list of their days. Both follow the filter in the address. */
export function StatisticsPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} above={<Statistics resource={view.resource} />} filteredAbove={OVERVIEW_FILTERS} />;
}
