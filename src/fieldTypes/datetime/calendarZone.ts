import type { CurrencyData } from '#shared/contract/session.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';

/** Whose calendar says which day is today: of times the user's, of plain days, such as those of statistics, the tenant's. */
export function calendarZone({ type }: Pick<Field, 'type'>, { time_zone, tenant_time_zone }: CurrencyData): string {
  return type === 'date' ? (tenant_time_zone ?? time_zone) : time_zone;
}
