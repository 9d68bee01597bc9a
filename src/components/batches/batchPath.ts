import { useResourcePlace } from '#console/views/resourcePlaces.ts';

/** Makes the address of a batch's own page; null for users whose menu has none. */
export function useBatchPath(): (id: string) => string | null {
  const items = useResourcePlace('batch_transfer_items');
  const batches = useResourcePlace('batch_transfers');
  return (id) => {
    const encoded = encodeURIComponent(id);
    if (items) return `${items.basePath}?batch_id=${encoded}`;
    return batches && `${batches.basePath}/${encoded}/show`;
  };
}
