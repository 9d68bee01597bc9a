import type { CellKey } from '#shared/declaration/keys.ts';
import type { CustomCell } from './CustomCell.ts';
import { coolingOffCell } from './coolingOffCell.tsx';
import { eventCell } from './eventCell.tsx';
import { progressCell } from './progressCell.tsx';
import { resourceCell } from './resourceCell.ts';

/** What a field's `cell` names. A key without an entry does not compile. */
export const customCells: Record<CellKey, CustomCell> = {
  ...{ progress: progressCell, coolingOff: coolingOffCell, event: eventCell, resource: resourceCell },
};
