import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { columnLines, movedLine, toggledLine, type ColumnLine } from './columnOrder.ts';
import { offeredColumns, sourcesOf } from './columnChoice.ts';
import { ColumnListItem } from './ColumnListItem.tsx';

interface ColumnListProps {
  resource: Resource;
  shown: readonly Field[];
  onChange(sources: readonly string[]): void;
}

/** Every column on offer: ticked ones are shown, and each can be moved. Lines stay where they are while it is open. */
export function ColumnList({ resource, shown, onChange }: ColumnListProps) {
  const context = useFormatContext();
  const [offered] = useState(() => offeredColumns(resource));
  const [lines, setLines] = useState(() => columnLines(sourcesOf(shown), sourcesOf(offered)));
  const dragged = useRef<number | null>(null);

  const change = (next: ColumnLine[]) => {
    setLines(next);
    onChange(next.filter((line) => line.shown).map(({ source }) => source));
  };
  const move = (from: number, to: number) => {
    change(movedLine(lines, from, to));
    dragged.current = dragged.current === null ? null : to;
  };
  const lastShown = lines.filter((line) => line.shown).length === 1;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto' }}>
      {lines.map((line, index) => {
        const field = offered.find(({ source }) => source === line.source);
        if (!field) return null;
        return (
          <ColumnListItem
            key={line.source}
            label={fieldLabel(field, context)}
            shown={line.shown}
            fixed={line.shown && lastShown}
            isFirst={index === 0}
            isLast={index === lines.length - 1}
            onToggle={() => change(toggledLine(lines, line.source))}
            onMove={(by) => move(index, index + by)}
            onDragStart={() => {
              dragged.current = index;
            }}
            onDragOver={() => {
              if (dragged.current !== null && dragged.current !== index) move(dragged.current, index);
            }}
            onDragEnd={() => {
              dragged.current = null;
            }}
          />
        );
      })}
    </Box>
  );
}
