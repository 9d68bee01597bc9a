import { z } from 'zod';

/** How much room a row takes; one preference for all lists. */
export const densitySchema = z.enum(['comfortable', 'compact']).catch('comfortable');
export type Density = z.infer<typeof densitySchema>;
