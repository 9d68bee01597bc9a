import { submerchantStatistics } from '#shared/contract/submerchantStatistics.ts';
import type { Router } from '#server/http/router.ts';
import type { SubmerchantStatistics } from './service.ts';

export function submerchantStatisticsRoutes(router: Router, statistics: SubmerchantStatistics): void {
  router.signedIn(submerchantStatistics, ({ session: { merchantId }, query: { from, to, submerchant_id } }) =>
    statistics.overview(merchantId, { from, to }, submerchant_id ?? null),
  );
}
