import { Tooltip } from '@mui/material';

interface CellTooltipProps {
  cell: HTMLElement;
  /** Called when the pointer moves onto the tooltip, or within it. */
  onOver(): void;
  onLeave(): void;
  /** Called when Escape is pressed. */
  onDismiss(): void;
}

/** The full text of a cell, below it. */
export function CellTooltip({ cell, onOver, onLeave, onDismiss }: CellTooltipProps) {
  return (
    <Tooltip
      open
      // Also called once the pointer has left, when it may already be on the next cell.
      onClose={({ type }) => {
        if (type === 'keydown') onDismiss();
      }}
      title={cell.textContent}
      placement="bottom-start"
      slotProps={{ popper: { anchorEl: cell, onPointerOver: onOver, onPointerLeave: onLeave } }}
    >
      <span hidden />
    </Tooltip>
  );
}
