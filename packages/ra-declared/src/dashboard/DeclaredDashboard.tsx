import { Box, Skeleton, Typography } from '@mui/material';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import type { DashboardCard } from '@merchant-console/declaration';
import { errorOf } from '@merchant-console/ra-provider';
import { cardPadding } from '../ui/cardPadding.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { ListPageProps } from '../ResourceView.ts';
import { ChartCard } from './ChartCard.tsx';
import { FigureCard } from './FigureCard.tsx';
import { ListCard } from './ListCard.tsx';
import { type ShownCard, useShownCards } from './useShownCards.ts';

/** The page of a dashboard: its cards that the user may see. */
export function DeclaredDashboard({ view }: ListPageProps) {
  const { translate } = useFormatContext();
  const cards = useShownCards(view.resource.cards ?? NONE);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Typography component="h1" variant="h5">
        {view.title}
      </Typography>
      {cards.length === 0 ? (
        <Notice title={translate('declaredCards.none')} text={translate('declaredCards.about_none')} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'stretch', gap: 2 }}>
          {cards.map((card) => (
            <Box key={card.key} sx={{ ...places[card.type], display: 'grid', minWidth: 0 }}>
              <ErrorBoundary FallbackComponent={FailedCard}>
                <Card shown={card} />
              </ErrorBoundary>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

const NONE: readonly DashboardCard[] = [];

/** Cards share the width of a line. Two figures fit on a phone's. */
const places: Readonly<Record<DashboardCard['type'], object>> = {
  figure: { flex: '1 1 160px' },
  chart: { flex: '1 1 min(100%, 340px)' },
  list: { flex: '1 1 min(100%, 480px)' },
};

/** Shown in place of a card that failed to render, so that the others stay. */
function FailedCard({ error, resetErrorBoundary }: FallbackProps) {
  return <LoadFailure isSmall error={errorOf(error)} onRetry={resetErrorBoundary} />;
}

function Card({ shown: { content, error, retry } }: { shown: ShownCard }) {
  if (!content)
    return error ? (
      <LoadFailure error={error} isSmall onRetry={retry} />
    ) : (
      <Skeleton variant="rounded" sx={{ minHeight: 120, p: cardPadding }} aria-busy />
    );
  switch (content.type) {
    case 'figure':
      return <FigureCard {...content} />;
    case 'chart':
      return <ChartCard {...content} />;
    case 'list':
      return <ListCard {...content} />;
  }
}
