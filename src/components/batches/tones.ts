import type { ComponentProps } from 'react';
import type { BatchItem, BatchState } from '#shared/contract/batches.ts';
import type { StatusChip } from '#console/fieldTypes/enum/StatusChip.tsx';

type Tone = ComponentProps<typeof StatusChip>['tone'];

export const BATCH_TONES: Record<BatchState['status'], Tone> = {
  ...{ draft: 'default', submitted: 'info', processing: 'info', done: 'success' },
  ...{ partly_failed: 'warning', failed: 'error', discarded: 'default' },
};

export const ITEM_TONES: Record<BatchItem['status'], Tone> = {
  ...{ invalid: 'error', valid: 'default', queued: 'info', success: 'success', failed: 'error' },
};
