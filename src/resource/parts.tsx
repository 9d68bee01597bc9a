import { Box } from '@mui/material';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import type { Declaration } from '#shared/declaration/declarationSchema.ts';
import { toResource } from '#shared/declaration/resource.ts';
import type { Label } from '#shared/i18n/label.ts';
import { ActionHost } from './actions/ActionHost.tsx';
import { cardGrid } from './record/RecordSkeleton.tsx';
import { GroupCard } from './record/GroupCard.tsx';
import { Timeline } from './record/Timeline.tsx';
import { useShownRecord } from './record/useShownRecord.ts';
import { createResourceView, type ResourceView } from './ResourceView.ts';

// All that `npm run resources eject` imports.
export { CreateRecord } from './form/CreateRecord.tsx';
export { EditRecord } from './form/EditRecord.tsx';
export { DeclaredList } from './list/DeclaredList.tsx';
export { RecordTable } from './list/RecordTable.tsx';
export { DeclaredRecord } from './record/DeclaredRecord.tsx';
export { Moments } from './record/Timeline.tsx';
export { RecordHeading } from './record/RecordHeading.tsx';
export { RelatedRecords } from './record/RelatedRecords.tsx';

export interface ListPageProps {
  view: ResourceView;
}
export interface RecordPageProps extends ListPageProps {
  id: string;
}

/**
 * Makes pages of a resource that is declared in code: fields, list, form and actions, as the user may see them.
 *
 * @example export const list = ofResource(declaration)(({ view }: ListPageProps) => <DeclaredList view={view} />);
 */
export function ofResource(declaration: Declaration) {
  const resource = toResource(declaration);
  return function page<Props extends ListPageProps>(Page: ComponentType<Props>): ComponentType<Props> {
    return function ResourcePage(props: Props) {
      const { basePath, permissions, title } = props.view;
      const view = useMemo(
        () => createResourceView(resource, { basePath, permissions }, title),
        [basePath, permissions, title],
      );
      return (
        <ActionHost view={view}>
          <Page {...props} view={view} />
        </ActionHost>
      );
    };
  };
}

/** Groups side by side where there is room for two. */
export function RecordCards({ children }: { children: ReactNode }) {
  return <Box sx={cardGrid}>{children}</Box>;
}

interface RecordGroupProps {
  view: ResourceView;
  label?: Label;
  /** Sources of the fields. */
  fields: readonly string[];
  /** Key of a component that draws them. */
  component?: string;
  isAlone?: boolean;
}

/** Some fields of a record on a card. Leaves out those that the user may not see. */
export function RecordGroup({ view, fields, isAlone = false, ...group }: RecordGroupProps) {
  const visible = fields.flatMap((source) => view.resource.fields.filter((field) => field.source === source));
  return <GroupCard view={view} group={{ ...group, fields: visible }} isAlone={isAlone} />;
}

/** What has been done with the record. */
export function RecordTimeline({ view }: ListPageProps) {
  return <Timeline view={view} record={useShownRecord()} />;
}
