import { Table, TableBody, TableHead } from '@mui/material';
import { useMemo } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate } from 'react-router';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { columnsOf } from './columns.ts';
import { HeaderRow } from './HeaderRow.tsx';
import type { ListParams } from './listParams.ts';
import { RecordRow } from './RecordRow.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { tableStyles } from './tableStyles.ts';
import { TableFrame } from './TableFrame.tsx';

interface RecordTableProps {
  view: ResourceView;
  params: ListParams;
  /** Undefined while none have come. */
  rows: readonly IdentifiedRecord[] | undefined;
  /** The rows shown are about to be replaced. */
  outdated: boolean;
  onSort(sort: ListParams['sort']): void;
}

/** Visibly on their way out, yet as text still readable: 7 to 1 on white. */
const OUTDATED_OPACITY = 0.75;

/** The page's records as a table, named by the page's title; as cards where the screen is narrow. */
export function RecordTable({ view, params, rows, outdated, onSort }: RecordTableProps) {
  const { resource, basePath, title, canShow } = view;
  const context = useFormatContext();
  const navigate = useNavigate();
  const columns = useMemo(() => columnsOf(resource.list), [resource]);
  // Rows are compared by their props: a new function at each change of the address would draw them all again.
  const open = useEvent((path: string) => void navigate(path));
  return (
    <TableFrame>
      <Table role="table" aria-label={title} aria-busy={rows === undefined || outdated} sx={tableStyles}>
        <TableHead role="rowgroup">
          <HeaderRow columns={columns} sort={params.sort} onSort={onSort} />
        </TableHead>
        <TableBody role="rowgroup" sx={{ opacity: outdated ? OUTDATED_OPACITY : 1, transition: 'opacity 120ms' }}>
          {rows?.map((record) => (
            <RecordRow
              key={record.id}
              record={record}
              columns={columns}
              context={context}
              path={canShow ? recordPath(basePath, record.id) : null}
              onOpen={open}
            />
          )) ?? <SkeletonRows count={params.perPage} columns={columns} />}
        </TableBody>
      </Table>
    </TableFrame>
  );
}
