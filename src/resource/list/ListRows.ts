import type { ComponentProps, ComponentType } from 'react';
import type { RecordTable } from './RecordTable.tsx';

/** Draws the rows of a list: the table, or what a registered page has in its place. */
export type ListRows = ComponentType<ComponentProps<typeof RecordTable>>;
