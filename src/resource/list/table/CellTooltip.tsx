import { Tooltip } from '@mui/material';

/** The full text of a cell, below it. */
export function CellTooltip({ cell, onClose }: { cell: HTMLElement; onClose(): void }) {
  return (
    <Tooltip
      open
      onClose={onClose}
      title={cell.textContent}
      placement="bottom-start"
      slotProps={{ popper: { anchorEl: cell } }}
    >
      <span hidden />
    </Tooltip>
  );
}
