import { z } from 'zod';

/** Display and input format of the tenant's amounts. `is_divide_hundred` is 1 if they are stored in hundredths. */
export const currencyDataSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  is_divide_hundred: z.union([z.literal(0), z.literal(1)]),
  /** IANA time zone in which times are shown and entered: the user's own, or the tenant's. */
  time_zone: z.string().min(1),
  /** The tenant's time zone, which defines the days of statistics. Absent if it is the same. */
  tenant_time_zone: z.string().min(1).optional(),
  /** True in test mode: all amounts are test money. */
  is_test: z.boolean().optional(),
});
export type CurrencyData = z.infer<typeof currencyDataSchema>;

/** The time zone whose days figures, statistics and statements count, whatever zone the user sees times in. */
export function tenantZone({ time_zone, tenant_time_zone = time_zone }: CurrencyData): string {
  return tenant_time_zone;
}
