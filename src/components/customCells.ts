import type { CellKey } from '#shared/declaration/keys.ts';
import type { CustomCell } from './CustomCell.ts';
import { progressCell } from './progressCell.tsx';

/** What a field's `cell` names. A key without an entry does not compile. */
export const customCells: Record<CellKey, CustomCell> = { progress: progressCell };
