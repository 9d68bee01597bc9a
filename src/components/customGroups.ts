import { createElement } from 'react';
import type { GroupKey } from '#shared/declaration/keys.ts';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/loading/onDemand.tsx';
import type { CustomGroup, CustomGroupProps } from './CustomGroup.ts';
import { FeeBreakdown } from './FeeBreakdown.tsx';

const NotifyAttempts = onDemand<CustomGroupProps>(
  async () => (await withLateTexts(import('./notifyAttempts/NotifyAttempts.tsx'))).NotifyAttempts,
);

/** Those that ask for more than the record holds, and so are as tall as that turns out. */
export const GROWING_GROUPS: ReadonlySet<GroupKey> = new Set(['notifyAttempts']);

/** What a group of a record page names. A key without an entry does not compile. */
export const customGroups: Record<GroupKey, CustomGroup> = {
  feeBreakdown: FeeBreakdown,
  notifyAttempts: (props) => createElement(NotifyAttempts, props),
};
