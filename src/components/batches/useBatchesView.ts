import { useMemo } from 'react';
import { useDeclaration } from '#console/views/declaration/useDeclaration.ts';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { createResourceView, type ResourceView } from '#console/views/ResourceView.ts';

/** The batches' own page, wherever a batch is shown; null until it is known, and for users who have none. */
export function useBatchesView(title: string): ResourceView | null {
  const place = useResourcePlace('batch_transfers');
  const { data: resource } = useDeclaration('batch_transfers');
  return useMemo(
    () => (resource && place ? createResourceView(resource, place, title) : null),
    [resource, place, title],
  );
}
