import { useResourcePlace } from '@merchant-console/ra-declared';

/** Returns a function that makes the address of a batch's page, or null if the user's menu has none. */
export function useBatchPath(): (id: string) => string | null {
  const items = useResourcePlace('batch_transfer_items');
  const batches = useResourcePlace('batch_transfers');
  return (id) => {
    const encoded = encodeURIComponent(id);
    if (items) return `${items.basePath}?batch_id=${encoded}`;
    return batches && `${batches.basePath}/${encoded}/show`;
  };
}

/** State of the navigation to a batch whose file was uploaded just now. Its page focuses the first wrong cell. */
export const UPLOADED = { isUploaded: true };

export const isUploaded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isUploaded' in state;
