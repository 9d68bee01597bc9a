import { onDemand } from '#console/loading/onDemand.tsx';
import type { CustomCell } from './CustomCell.ts';
import type { CoolingOffProps } from './CoolingOff.tsx';

/** Few lists have it. */
const CoolingOff = onDemand<CoolingOffProps>(
  async () => (await import('./CoolingOff.tsx')).CoolingOff,
  ({ text }) => text,
);

/** A moment until which something must wait: a badge while it is to come, nothing once it is past. */
export const coolingOffCell: CustomCell = ({ value, text }) => <CoolingOff until={value} text={text} />;
