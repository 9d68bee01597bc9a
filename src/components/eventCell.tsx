import { humanise } from '#shared/format/humanise.ts';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/loading/onDemand.tsx';
import type { CustomCell } from './CustomCell.ts';
import type { EventNameProps } from './EventName.tsx';

/** Its words come with those of record pages. */
const EventName = onDemand<EventNameProps>(
  async () => (await withLateTexts(import('./EventName.tsx'))).EventName,
  ({ action }) => humanise(action.slice(action.lastIndexOf('.') + 1)),
);

/** The key of an event, as the audit log has it, in words. */
export const eventCell: CustomCell = ({ text }) => <EventName action={text} />;
