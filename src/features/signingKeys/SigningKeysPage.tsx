import { Alert, Stack } from '@mui/material';
import { useGetList } from 'react-admin';
import { z } from 'zod';
import { DeclaredList } from '#console/resource/list/DeclaredList.tsx';
import type { ResourceView } from '#console/resource/ResourceView.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

/** More than a merchant's valid keys. */
const ALL = { pagination: { page: 1, perPage: 50 }, sort: { field: 'created_at', order: 'DESC' } } as const;

const keySchema = z.object({
  name: z.string(),
  status: z.string(),
  waits: z.boolean().optional(),
  has_no_limit: z.boolean().optional(),
});

/** The list of signing keys, below what is to be done about them: limits to set, and approvals to wait for. */
export function SigningKeysPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} above={<KeyNotices resource={view.resource.name} />} />;
}

function KeyNotices({ resource }: { resource: string }) {
  const { translate } = useFormatContext();
  const { data = [] } = useGetList(resource, ALL);
  const keys = data.flatMap((record) => keySchema.safeParse(record).data ?? []);
  const unlimited = keys.filter(({ has_no_limit, status }) => has_no_limit === true && status === 'active');
  const waiting = keys.filter(({ waits }) => waits === true);
  if (unlimited.length + waiting.length === 0) return null;
  const namesOf = (some: typeof keys) => some.map(({ name }) => name).join(', ');
  return (
    <Stack sx={{ gap: 1 }}>
      {unlimited.length > 0 && (
        <Alert severity="warning" role="presentation">
          {translate('signingKeys.no_limit', { names: namesOf(unlimited) })}
        </Alert>
      )}
      {waiting.length > 0 && (
        <Alert severity="info" role="presentation">
          {translate('signingKeys.waiting', { names: namesOf(waiting) })}
        </Alert>
      )}
    </Stack>
  );
}
