import { Alert, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Identifier } from 'react-admin';
import type { DeletionEffect } from '@merchant-console/protocol';
import { formatCount, type Resource } from '@merchant-console/declaration';
import { useExistingCalls } from '../DeclaredDataProvider.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { useFormatContext } from '../ui/FormatContext.ts';

interface Deletion {
  effects: readonly DeletionEffect[];
  /** True once the effects are known. */
  isKnown: boolean;
  /** True if other records prevent the deletion. */
  isPrevented: boolean;
  failure: Error | null;
}

/** What deleting records would do to others. Only the server that stores them knows. */
export function useDeletion({ name, storage }: Resource, ids: readonly Identifier[]): Deletion {
  const { getDeletion } = useExistingCalls();
  const isAsked = storage === 'table' && getDeletion !== undefined;
  const { data, error } = useQuery({
    queryKey: [name, 'getDeletion', { ids }],
    queryFn: ({ signal }) => getDeletion?.(name, { ids: [...ids], signal }),
    enabled: isAsked,
    // Others may add records at any time.
    staleTime: 0,
    gcTime: 0,
  });
  const effects = data ?? [];
  const isPrevented = effects.some(({ effect }) => effect !== 'delete' && effect !== 'clear');
  return { effects, isKnown: !isAsked || data !== undefined, isPrevented, failure: error };
}

/** Lists what goes with the deleted records, or what prevents their deletion, by number. */
export function DeletionEffects({ deletion: { effects, isKnown, isPrevented, failure } }: { deletion: Deletion }) {
  const { translate } = useFormatContext();
  if (failure) return <FailureAlert error={failure} sx={{ mt: 2 }} />;
  if (!isKnown) return <Skeleton sx={{ mt: 2 }} />;
  const told = isPrevented ? effects.filter(({ effect }) => effect !== 'delete' && effect !== 'clear') : effects;
  if (told.length === 0) return null;
  return (
    <Alert role="status" severity={isPrevented ? 'error' : 'warning'} sx={{ mt: 2 }}>
      {told.map(({ resource, title, effect, count }) => (
        <Typography key={`${effect} ${resource}`} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {translate(`record.deletion.${effect}`, {
            smart_count: count,
            count: formatCount(count),
            title: title ?? translate('record.deletion.unnamed'),
          })}
        </Typography>
      ))}
    </Alert>
  );
}
