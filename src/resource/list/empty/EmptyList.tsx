import InboxOutlinedIcon from '@mui/icons-material/InboxOutlined';
import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Notice } from '#console/ui/Notice.tsx';
import { useListFilter } from '../useListFilter.ts';
import { FilterSuggestions } from './FilterSuggestions.tsx';

/** There are no rows: none at all, or none that the filter lets through; then what would let more through. */
export function EmptyList({ resource }: { resource: Resource }) {
  const [filter, setFilter] = useListFilter();
  const { translate } = useFormatContext();
  if (Object.keys(filter).length === 0) {
    return (
      <Notice icon={<InboxOutlinedIcon />} title={translate('list.empty_title')} text={translate('list.empty_hint')} />
    );
  }
  return (
    <Notice
      icon={<SearchOffOutlinedIcon />}
      title={translate('list.no_results_title')}
      text={translate('list.no_results_hint')}
      action={{ label: translate('list.clear_filters'), onClick: () => setFilter({}) }}
    >
      <FilterSuggestions resource={resource} />
    </Notice>
  );
}
