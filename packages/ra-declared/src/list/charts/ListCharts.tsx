import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Collapse } from '@mui/material';
import { useId, useMemo } from 'react';
import { useStore } from 'react-admin';
import { chartsOf, fieldLabel, type ListChart, resolveLabel, type Resource } from '@merchant-console/declaration';
import type { ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { replaceFilter, useListFilter } from '../useListFilter.ts';
import { isChosen } from './bars.ts';
import { Chart } from './Chart.tsx';

/** The declared charts of a list, which the user can hide. */
export function ListCharts({ view: { resource, basePath } }: { view: ResourceView }) {
  const { translate } = useFormatContext();
  const [isOpen, setOpen] = useStore(`${basePath}.charts`, true);
  const id = useId();
  const charts = useMemo(() => chartsOf(resource), [resource]);
  if (charts.length === 0) return null;
  return (
    <Box>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        startIcon={<ExpandIcon sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />}
        sx={{ color: 'text.secondary' }}
      >
        {translate('listCharts.name')}
      </Button>
      <Collapse in={isOpen} id={id} mountOnEnter>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
            alignItems: 'start',
            gap: 2,
            pt: 0.5,
          }}
        >
          {charts.map((chart) => (
            <FilteringChart
              key={`${chart.by.source} ${chart.per} ${chart.sum?.source}`}
              resource={resource}
              chart={chart}
            />
          ))}
        </Box>
      </Collapse>
    </Box>
  );
}

/**
 * One chart, of the records that the list's other filters find. Choosing a bar filters the list by it; choosing it again
 * removes that filter.
 */
function FilteringChart({ resource, chart }: { resource: Resource; chart: ListChart }) {
  const { by, label } = chart;
  const context = useFormatContext();
  const [filter, setFilter] = useListFilter();
  return (
    <Chart
      resource={resource}
      chart={chart}
      title={label === null ? fieldLabel(by, context) : resolveLabel(label, context.language, context.translate)}
      filter={replaceFilter(filter, by, {})}
      renderBar={({ part, name, children }) => {
        const isOn = isChosen(filter, part);
        const choose = () => setFilter(replaceFilter(filter, by, isOn ? {} : part, resource.list.filters));
        return (
          <button type="button" aria-pressed={isOn} title={name} onClick={choose}>
            {children}
          </button>
        );
      }}
    />
  );
}
