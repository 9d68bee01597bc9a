import type { ComponentProps, ComponentType } from 'react';
import type { RecordTable } from './RecordTable.tsx';

/** Renders the rows of a list: the table, or a registered page's replacement. */
export type ListRows = ComponentType<ComponentProps<typeof RecordTable>>;
