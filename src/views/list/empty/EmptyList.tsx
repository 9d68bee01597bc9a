import InboxOutlinedIcon from '@mui/icons-material/InboxOutlined';
import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Notice } from '../../state/Notice.tsx';
import type { ListActions } from '../useListParams.ts';
import { FilterSuggestions } from './FilterSuggestions.tsx';

interface EmptyListProps {
  resource: Resource;
  filter: Filter;
  actions: ListActions;
}

/** There are no rows: none at all, or none that the filter lets through; then what would let more through. */
export function EmptyList({ resource, filter, actions }: EmptyListProps) {
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
      action={{ label: translate('list.clear_filters'), onClick: () => actions.changeFilter(() => ({})) }}
    >
      <FilterSuggestions {...{ resource, filter, actions }} />
    </Notice>
  );
}
