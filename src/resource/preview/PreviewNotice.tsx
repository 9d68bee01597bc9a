import { useGetIdentity } from 'react-admin';
import { rolePreviewSchema } from '#shared/contract/session.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';

const PreviewBanner = onDemand(async () => (await import('./PreviewBanner.tsx')).PreviewBanner);

/** Shows the banner of a role preview while one is active. */
export function PreviewNotice() {
  const { data: preview } = rolePreviewSchema.safeParse(useGetIdentity().identity?.['preview']);
  return preview ? <PreviewBanner roleName={preview.role_name} /> : null;
}
