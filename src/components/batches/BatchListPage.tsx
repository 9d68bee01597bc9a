import { permissionKey } from '#shared/declaration/permissions.ts';
import { DeclaredList } from '#console/views/list/DeclaredList.tsx';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { UploadPanel } from './UploadPanel.tsx';

/** The list of batches, and above it where a new one begins. */
export function BatchListPage({ view }: { view: ResourceView }) {
  const place = useResourcePlace(view.resource.name);
  const mayUpload = place?.permissions.includes(permissionKey(view.resource.name, 'create')) ?? false;
  return <DeclaredList view={view} above={mayUpload && <UploadPanel />} />;
}
