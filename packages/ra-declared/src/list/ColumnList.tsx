import { useMemo, type ReactNode } from 'react';
import { columnsIn } from './Column.ts';
import { DeclaredList, type DeclaredListProps } from './DeclaredList.tsx';

interface ColumnListProps extends DeclaredListProps {
  /** A `Column` for each column. */
  children: ReactNode;
}

/** The declared list with other columns. */
export function ColumnList({ view, children, ...props }: ColumnListProps) {
  const sources = columnsIn(children).join();
  const own = useMemo(() => {
    const { resource } = view;
    const named = sources.split(',');
    const columns = named.flatMap((source) => resource.fields.filter((field) => field.source === source));
    return { ...view, resource: { ...resource, list: { ...resource.list, columns } } };
  }, [view, sources]);
  return <DeclaredList {...props} view={own} />;
}
