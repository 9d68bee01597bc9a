import { useLocation } from 'react-router-dom';
import { DeclaredList } from '#console/views/list/DeclaredList.tsx';
import { BackLink } from '#console/views/record/BackLink.tsx';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { BatchView } from './BatchView.tsx';

/** The batch that the address names by `batch_id`; without it the items of all batches. */
export function BatchItemsPage({ view }: { view: ResourceView }) {
  const { search } = useLocation();
  const { translate } = useFormatContext();
  const batches = useResourcePlace('batch_transfers');
  const id = new URLSearchParams(search).get('batch_id');
  if (id === null) return <DeclaredList view={view} />;
  const back = batches && <BackLink basePath={batches.basePath} title={translate('menu.batchtransfer')} />;
  return <BatchView key={id} id={id} title={view.title} back={back} />;
}
