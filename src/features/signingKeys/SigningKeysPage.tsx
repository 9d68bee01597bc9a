import { Alert, Stack } from '@mui/material';
import { useGetList } from 'react-admin';
import { z } from 'zod';
import { DeclaredList, type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { formatInstant } from '@merchant-console/ra-declared/internal';

/** More than a merchant's valid keys. */
const ALL = { pagination: { page: 1, perPage: 50 }, sort: { field: 'created_at', order: 'DESC' } } as const;

const keySchema = z.object({
  name: z.string(),
  status: z.string(),
  waits: z.boolean().optional(),
  has_no_limit: z.boolean().optional(),
  usable_from: z.string().nullish(),
});

/** The list of signing keys, below what is to be done about them: limits to set, and what to wait for. */
export function SigningKeysPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} above={<KeyNotices resource={view.resource.name} />} />;
}

function KeyNotices({ resource }: { resource: string }) {
  const context = useFormatContext();
  const { translate } = context;
  const { data = [] } = useGetList(resource, ALL);
  const keys = data.flatMap((record) => keySchema.safeParse(record).data ?? []);
  const unlimited = keys.filter(({ has_no_limit, status }) => has_no_limit === true && status === 'active');
  const waiting = keys.filter(({ waits }) => waits === true);
  // Of the reader, so the same for each key.
  const from = keys.find(({ usable_from: time }) => time)?.usable_from ?? null;
  if (unlimited.length + waiting.length === 0 && from === null) return null;
  const namesOf = (some: typeof keys) => some.map(({ name }) => name).join(', ');
  return (
    <Stack sx={{ gap: 1 }}>
      {from !== null && (
        <Alert severity="info" role="presentation">
          {translate('signingKeys.usable_from', { from: formatInstant(from, context) })}
        </Alert>
      )}
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
