import { Children, isValidElement, useMemo, type ReactNode } from 'react';
import { DeclaredList, type DeclaredListProps } from './DeclaredList.tsx';

interface ColumnProps {
  /** Source of a declared field. */
  source: string;
}

/** A column of `ColumnList`. Left out if the user may not see the field. Users can add and reorder columns. */
export function Column(_: ColumnProps): null {
  return null;
}

interface ColumnListProps extends DeclaredListProps {
  /** A `Column` for each column. */
  children: ReactNode;
}

/** The declared list with other columns. */
export function ColumnList({ view, children, ...props }: ColumnListProps) {
  const sources = Children.toArray(children)
    .flatMap((child) => (isValidElement<ColumnProps>(child) && child.type === Column ? [child.props.source] : []))
    .join();
  const own = useMemo(() => {
    const { resource } = view;
    const named = sources.split(',');
    const columns = named.flatMap((source) => resource.fields.filter((field) => field.source === source));
    return { ...view, resource: { ...resource, list: { ...resource.list, columns } } };
  }, [view, sources]);
  return <DeclaredList {...props} view={own} />;
}
