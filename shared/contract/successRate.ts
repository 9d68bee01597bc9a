import { z } from 'zod';

/**
 * Of the orders that are finished the share that succeeded, in hundredths of a percent; null where none is finished. Open
 * ones do not count: today would else look worse than any day before. Only the server works it out
 * (`server/figures/successRate.ts`).
 */
export const successRateSchema = z.int().min(0).max(10_000).nullable();
