import { Box } from '@mui/material';
import { useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { HomeHeading } from './HomeHeading.tsx';
import { HomeParts } from './HomeParts.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { PageSections, type PageSection } from './PageSections.tsx';
import { useHome } from './useHome.ts';

/**
 * What the tenant has, how its orders go, and what waits for the user.
 * @param props.sections the menu's pages, for whoever has few other things to see here
 */
export function DashboardPage({ sections }: { sections: readonly PageSection[] }) {
  const { translate, currencyData } = useFormatContext();
  const { data: home, error, isFetching, refetch } = useHome();
  const [chosen, setChosen] = useState<string | null>(null);
  const currencies = [
    ...new Set([
      currencyData.currency,
      ...(home?.orders?.currencies ?? []).map((one) => one.currency),
      ...(home?.balances ?? []).map((one) => one.currency),
    ]),
  ];
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : currencyData.currency;
  const refresh = () => void refetch();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }} aria-busy={!home && !error}>
      <HomeHeading
        asOf={home?.as_of ?? null}
        isStale={error !== null}
        isRefreshing={isFetching && home !== undefined}
        onRefresh={refresh}
        hasAmounts={!home || home.orders !== undefined || home.balances !== undefined}
        {...{ currencies, currency }}
        onCurrency={setChosen}
      />
      {home && (
        <HomeParts {...{ home, currency }} figures={home.orders?.currencies.find((one) => one.currency === currency)} />
      )}
      {!home && error && (
        <Notice
          role="alert"
          title={translate('dashboard.failed')}
          text={errorText(error, translate)}
          action={{ label: translate('list.retry'), onClick: refresh }}
        />
      )}
      {!home && !error && <HomeSkeleton />}
      {home && !home.orders && !home.balances && <PageSections sections={sections} />}
    </Box>
  );
}
