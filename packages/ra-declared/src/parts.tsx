import { Box } from '@mui/material';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import { type Declaration, toResource, type Label } from '@merchant-console/declaration';
import { ActionHost } from './actions/ActionHost.tsx';
import { cardGrid } from './record/RecordSkeleton.tsx';
import { GroupCard } from './record/GroupCard.tsx';
import { Timeline } from './record/Timeline.tsx';
import { useShownRecord } from './record/useShownRecord.ts';
import { createResourceView, type ListPageProps, type ResourceView } from './ResourceView.ts';
import { useScope } from './useScope.ts';

/**
 * Creates pages of a resource that is declared in code, with fields, list, form and actions limited to what the user
 * may see.
 *
 * @example export const list = ofResource(declaration)(({ view }: ListPageProps) => <DeclaredList view={view} />);
 */
export function ofResource(declaration: Declaration) {
  const resource = toResource(declaration);
  return function page<Props extends ListPageProps>(Page: ComponentType<Props>): ComponentType<Props> {
    return function ResourcePage(props: Props) {
      const { basePath, permissions, title } = props.view;
      const readScope = useScope();
      const view = useMemo(
        () => createResourceView(resource, { basePath, permissions }, title, readScope),
        [basePath, permissions, title, readScope],
      );
      return (
        <ActionHost view={view}>
          <Page {...props} view={view} />
        </ActionHost>
      );
    };
  };
}

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
