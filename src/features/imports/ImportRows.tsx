import { Box, Link as MuiLink, Paper, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { ListPaginationContext } from 'react-admin';
import { type Import, IMPORT_ROW_FILTERS, type ImportRow, mendRow } from '#shared/contract/imports.ts';
import { type ResourceView, StatusChip, useFormatContext } from '@merchant-console/ra-declared';
import {
  Link,
  ListPagination,
  LoadFailure,
  Notice,
  recordPath,
  useUnsaved,
} from '@merchant-console/ra-declared/internal';
import { useApi } from '#console/api/createApi.ts';
import { EditableCell } from '#console/ui/grid/EditableCell.tsx';
import { gridStyles } from '#console/ui/grid/gridStyles.ts';
import { type CellEditing, useCellEditing } from '#console/ui/grid/useCellEditing.ts';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { labelIn } from './importedFields.ts';
import { useImportRows } from './useImportRows.ts';

interface ImportRowsProps {
  view: ResourceView;
  file: Import;
  onChange(file: Import): void;
  /** Beside the filter of rows. */
  children?: ReactNode;
}

interface ShownColumn {
  /** Place in the file. */
  at: number;
  source: string;
  label: string;
}

/** The rows of an import with what is wrong with them. While it is ready, each cell can be edited in place. */
export function ImportRows({ view, file, onChange, children }: ImportRowsProps) {
  const context = useFormatContext();
  const { translate } = context;
  const api = useApi();
  const { id } = file;
  const { query, show, pagination, choose, replace } = useImportRows(file);
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const items = data?.items ?? [];
  const columns = file.columns.flatMap(({ source }, at): ShownColumn[] =>
    source === null ? [] : [{ at, source, label: labelIn(view.resource, source, context) }],
  );
  const problemsAt = ({ itemId, column }: { itemId: string; column: string }) => {
    const source = file.columns[Number(column)]?.source ?? '';
    return items.find(({ line }) => String(line) === itemId)?.problems[source] ?? [];
  };
  const editing = useCellEditing({
    itemIds: items.map(({ line }) => String(line)),
    columns: columns.map(({ at }) => String(at)),
    blocks: (place) => problemsAt(place).length > 0,
    async save({ itemId, column }, text) {
      const body = { cells: { [column]: text ?? '' } };
      const mended = await api(mendRow, { params: { id, line: Number(itemId) }, body });
      replace(mended.rows);
      onChange(mended.import);
      const row = mended.rows.find(({ line }) => String(line) === itemId);
      const wrong = columns.find(({ source }) => (row?.problems[source] ?? []).length > 0);
      return wrong && String(wrong.at);
    },
    onRefresh: () => void refetch(),
  });
  useUnsaved(editing.isUnsaved);
  return (
    <Paper variant="outlined" sx={{ minWidth: 0 }} aria-busy={isPlaceholderData}>
      <Stack
        direction="row"
        sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
      >
        <Box sx={{ mr: 'auto' }}>
          <ToggleChoice
            label={translate('grid.rows_shown')}
            choices={IMPORT_ROW_FILTERS}
            value={show}
            textOf={(one) => translate(one === 'all' ? 'grid.all_rows' : 'importing.problem_rows')}
            onChoose={choose}
          />
        </Box>
        {children}
      </Stack>
      {!data && error && !isFetching ? (
        <LoadFailure isSmall error={error} onRetry={refetch} />
      ) : data && items.length === 0 ? (
        <Notice title={translate('importing.no_problems')} />
      ) : (
        <RowTable view={view} columns={columns} items={items} editing={file.status === 'ready' ? editing : null} />
      )}
      <ListPaginationContext value={pagination}>
        <ListPagination />
      </ListPaginationContext>
    </Paper>
  );
}

interface RowTableProps {
  view: ResourceView;
  columns: readonly ShownColumn[];
  items: readonly ImportRow[];
  editing: CellEditing | null;
}

/** Most characters of a spreadsheet's cell. */
const LONGEST_CELL = 32_767;

function RowTable({ view, columns, items, editing }: RowTableProps) {
  const { translate } = useFormatContext();
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={gridStyles} aria-label={translate('grid.rows')}>
        <thead>
          <tr>
            <th scope="col">{translate('importing.line')}</th>
            {columns.map(({ at, label }) => (
              <th key={at} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">{translate('importing.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.line}>
              <th scope="row" data-label={translate('importing.line')}>
                {item.line}
              </th>
              {columns.map(({ at, source, label }) => (
                <EditableCell
                  key={at}
                  place={{ itemId: String(item.line), column: String(at) }}
                  line={item.line}
                  label={label}
                  maxLength={LONGEST_CELL}
                  stored={item.cells[at] ?? ''}
                  shown={item.cells[at] ?? ''}
                  problems={item.problems[source] ?? []}
                  warnings={NONE}
                  editing={item.outcome === null ? editing : null}
                />
              ))}
              <RowOutcome view={view} item={item} />
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const NONE: readonly string[] = [];

/** What a row does or has done, what is wrong with it as a whole, and its record. */
function RowOutcome({ view: { basePath, canShow }, item }: { view: ResourceView; item: ImportRow }) {
  const { translate } = useFormatContext();
  const { outcome, act, record_id, problems } = item;
  const ofRow = problems[''] ?? [];
  const isBad = Object.keys(problems).length > 0;
  const state = outcome ?? (isBad ? 'problem' : act);
  const isThere = outcome !== 'undone' && record_id !== null;
  return (
    <td data-label={translate('importing.outcome')} data-bad={ofRow.length > 0 || undefined}>
      {state && <StatusChip tone={TONES[state]}>{translate(`importing.outcomes.${state}`)}</StatusChip>}
      {ofRow.map((problem) => (
        <p key={problem} data-kind="problem">
          {problem}
        </p>
      ))}
      {isThere && canShow && (
        <div>
          <MuiLink
            component={Link}
            to={recordPath(basePath, record_id)}
            aria-label={`${translate('importing.open_record')}, ${translate('grid.row', { line: item.line })}`}
          >
            {translate('importing.open_record')}
          </MuiLink>
        </div>
      )}
    </td>
  );
}

const TONES = {
  create: 'info',
  update: 'info',
  same: 'default',
  problem: 'error',
  created: 'success',
  updated: 'success',
  refused: 'error',
  undone: 'default',
  kept: 'warning',
} as const;
