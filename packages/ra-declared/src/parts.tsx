import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Label } from '@merchant-console/declaration';
import { cardGrid } from './record/RecordSkeleton.tsx';
import { GroupCard } from './record/GroupCard.tsx';
import { Timeline } from './record/Timeline.tsx';
import { useShownRecord } from './record/useShownRecord.ts';
import type { ListPageProps, ResourceView } from './ResourceView.ts';

/** Lays out groups in two columns if there is space. */
export function RecordCards({ children }: { children: ReactNode }) {
  return <Box sx={cardGrid}>{children}</Box>;
}

interface RecordGroupProps {
  view: ResourceView;
  label?: Label;
  /** Sources of the fields. */
  fields: readonly string[];
  /** Key of a component that renders them. */
  component?: string;
  isAlone?: boolean;
}

/** Card with some fields of a record. Leaves out those that the user may not see. */
export function RecordGroup({ view, fields, isAlone = false, ...group }: RecordGroupProps) {
  const visible = fields.flatMap((source) => view.resource.fields.filter((field) => field.source === source));
  return <GroupCard view={view} group={{ ...group, fields: visible }} isAlone={isAlone} />;
}

/** History of the record. */
export function RecordTimeline({ view }: ListPageProps) {
  return <Timeline view={view} record={useShownRecord()} />;
}
