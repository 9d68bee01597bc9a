import { z } from 'zod';

/**
 * Share of finished orders that succeeded, in hundredths of a percent, or null if none has finished. Open orders don't
 * count, because otherwise today would look worse than any earlier day. Only the server computes it
 * (`server/figures/orderSums.ts`).
 */
export const successRateSchema = z.int().min(0).max(10_000).nullable();
