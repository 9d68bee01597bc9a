import { z } from 'zod';

/** A serialised amount: a whole number of minor units as decimal digits, because a JSON number could be rounded. */
export const amountSchema = z.string().regex(/^-?(0|[1-9][0-9]{0,18})$/);
